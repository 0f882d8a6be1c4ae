import { useQueryClient } from '@leadping/web-kit/query';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import type { Callable, InputArgument } from './call.ts';
import { invalidate, useWrite, type WriteOptions } from './hooks.ts';

type Unkeyed<T extends Callable> = Omit<InputArgument<T>[0], 'headers'>;

/** By route and content, of writes that have not succeeded. In memory alone, beyond the dialog that sent them. */
const keys = new Map<string, string>();

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
  const [lost, setLost] = useState<Unkeyed<T>>();
  const contentOf = (input: object) =>
    `${route.method} ${route.path} ${JSON.stringify({ ...input, headers: undefined })}`;
  const write = useWrite(route, {
    invalidates,
    onSuccess: (reply, input) => {
      keys.delete(contentOf(input as object));
      setLost(undefined);
      onSuccess?.(reply, input);
    },
    onError: (error, input) => {
      if (isOutcomeUnknown(error)) {
        setLost(input);
        invalidate(queryClient, invalidates);
      }
      onError?.(error, input);
    },
  });
  const keyed = (input: Unkeyed<T>) => {
    const content = contentOf(input);
    const key = keys.get(content) ?? crypto.randomUUID();
    keys.set(content, key);
    return { ...input, headers: { 'idempotency-key': key } } as unknown as InputArgument<T>[0];
  };
  type MutateOptions = Parameters<typeof write.mutate>[1];
  return {
    error: write.error,
    isPending: write.isPending,
    lost,
    mutate: (input: Unkeyed<T>, mutateOptions?: MutateOptions) => write.mutate(keyed(input), mutateOptions),
  };
}
