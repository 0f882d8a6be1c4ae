import { useQueryClient } from '@leadping/web-kit/query';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import type { Callable, InputArgument } from './call.ts';
import { invalidate, useWrite, type WriteOptions } from './hooks.ts';

type Unkeyed<T extends Callable> = Omit<InputArgument<T>[0], 'headers'>;

/**
 * Lifetime of a key in ms. Later, the same content in a new form is a new write, such as a second license for one
 * person.
 */
const REPEATED_WITHIN = 10 * 60_000;

/**
 * Keys of unfinished writes by route and content. They stay in memory only and survive the dialog that sent them.
 */
const keys = new Map<string, { key: string; madeAt: number }>();

/** Whether the write may have succeeded despite the error. */
const isOutcomeUnknown = (error: Error) => !(error instanceof ApiError) || error.status >= 500;

/**
 * A write that happens once, however often it is sent, for routes that accept an `idempotency-key`. The same
 * content keeps its key until it succeeds, and other content gets another key.
 * @returns `mutate` as `useWrite` does, but without headers. `lost` is the content with an unknown outcome, for a
 * notice (`LostReply`). Changed content is sent as a new write.
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
        // Another form's success may have removed the key.
        keys.set(contentOf(input as object), { key: keyOf(input), madeAt: Date.now() });
        invalidate(queryClient, invalidates);
      }
      onError?.(error, input);
    },
  });
  const keyed = (input: Unkeyed<T>) => {
    const content = contentOf(input);
    // The form's own outcome is valid while it is open, regardless of other forms.
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

/** The server trims texts, so trailing spaces make no difference. */
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

/** Keeps a newer key of the same content. */
function forget(content: string, key: string): void {
  if (keys.get(content)?.key === key) keys.delete(content);
}
