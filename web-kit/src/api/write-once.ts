import { useQueryClient } from '@leadping/web-kit/query';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import type { Callable, InputArgument } from './call.ts';
import { invalidate, useWrite, type WriteOptions } from './hooks.ts';

type Unkeyed<T extends Callable> = Omit<InputArgument<T>[0], 'headers'>;

/** After so many milliseconds the same content, in a form that was opened anew, is something new: two licenses for one person. */
const REPEATED_WITHIN = 10 * 60_000;

/** By route and content, of writes that have not succeeded. In memory alone, beyond the dialog that sent them. */
const keys = new Map<string, { key: string; madeAt: number }>();

/** Whether what was asked for may have been done all the same. */
const isOutcomeUnknown = (error: Error) => !(error instanceof ApiError) || error.status >= 500;

/**
 * A write that is done once however often it is sent, for routes that take an `idempotency-key`: the same content goes with
 * the same key until it has succeeded, other content with another one.
 * @returns `mutate` as that of `useWrite`, without headers; `lost` is the content whose outcome nobody knows, for a notice
 * (`LostReply`): what is changed after it is sent as something new.
 */
export function useWriteOnce<T extends Callable>(route: T, options: WriteOptions<T> = {}) {
  const { invalidates = [], onSuccess, onError } = options;
  const queryClient = useQueryClient();
  const [lost, setLost] = useState<{ input: Unkeyed<T>; key: string }>();
  const contentOf = (input: object) =>
    `${route.method} ${route.path} ${JSON.stringify({ ...input, headers: undefined }, trimmed)}`;
  const write = useWrite(route, {
    invalidates,
    onSuccess: (reply, input) => {
      forget(contentOf(input as object), keyOf(input));
      setLost(undefined);
      onSuccess?.(reply, input);
    },
    onError: (error, input) => {
      if (isOutcomeUnknown(error)) {
        setLost({ input, key: keyOf(input) });
        // Another form's success may have ended it.
        keys.set(contentOf(input as object), { key: keyOf(input), madeAt: Date.now() });
        invalidate(queryClient, invalidates);
      }
      onError?.(error, input);
    },
  });
  const keyed = (input: Unkeyed<T>) => {
    const content = contentOf(input);
    // What this form says of it holds for as long as it is open, whatever another one has sent meanwhile.
    const isRepeat = lost !== undefined && contentOf(lost.input) === content;
    const key = isRepeat ? lost.key : keyFor(content);
    return { ...input, headers: { 'idempotency-key': key } } as unknown as InputArgument<T>[0];
  };
  type MutateOptions = Parameters<typeof write.mutate>[1];
  return {
    error: write.error,
    isPending: write.isPending,
    lost: lost?.input,
    mutate: (input: Unkeyed<T>, mutateOptions?: MutateOptions) => write.mutate(keyed(input), mutateOptions),
  };
}

/** A space at the end is no other content: the server takes it away. */
const trimmed = (_: string, value: unknown) => (typeof value === 'string' ? value.trim() : value);

const keyOf = (input: unknown) =>
  (input as { headers: { 'idempotency-key': string } }).headers['idempotency-key'];

function keyFor(content: string): string {
  const kept = keys.get(content);
  if (kept && Date.now() - kept.madeAt < REPEATED_WITHIN) return kept.key;
  const key = crypto.randomUUID();
  keys.set(content, { key, madeAt: Date.now() });
  return key;
}

/** A later one, which was sent since, stays. */
function forget(content: string, key: string): void {
  if (keys.get(content)?.key === key) keys.delete(content);
}
