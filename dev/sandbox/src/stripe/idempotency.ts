import { createHash } from 'node:crypto';
import type { Collection } from '../state/collection.ts';
import { nowInSeconds } from '../clock.ts';
import { StripeError } from './errors.ts';
import type { Form } from './form.ts';
import type { Scope } from './objects/types.ts';

/** The first reply for an idempotency key, which is repeated for 24 hours. */
export interface SavedReply {
  id: string;
  fingerprint: string;
  created: number;
  status: number;
  body: unknown;
}

export interface IdempotentCall {
  scope: Scope;
  key: string;
  method: string;
  path: string;
  params: Form;
}

const KEPT_SECONDS = 24 * 60 * 60;

interface SavedReplies {
  savedReplies: Collection<SavedReply>;
}

/** @throws StripeError if the key was first used with other parameters */
export function findSavedReply(store: SavedReplies, call: IdempotentCall): SavedReply | undefined {
  if (call.key.length > 255)
    throw new StripeError('Idempotency-Key may be at most 255 characters long.', {
      type: 'idempotency_error',
    });
  const saved = store.savedReplies.find(replyId(call));
  if (saved === undefined || saved.created + KEPT_SECONDS < nowInSeconds()) return undefined;
  if (saved.fingerprint !== fingerprint(call))
    throw new StripeError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${call.key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  return saved;
}

export function saveReply(store: SavedReplies, call: IdempotentCall, status: number, body: unknown): void {
  store.savedReplies.put({
    id: replyId(call),
    fingerprint: fingerprint(call),
    created: nowInSeconds(),
    status,
    body,
  });
}

/**
 * Runs a call while holding its idempotency key. A fault may slow the call down.
 * @throws StripeError if another call is using the key
 */
export async function holdKey<T>(
  keysInUse: Set<string>,
  call: IdempotentCall | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (call === undefined) return run();
  const id = replyId(call);
  if (keysInUse.has(id))
    throw new StripeError(
      `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${call.key}. Please try again later.`,
      { status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' },
    );
  keysInUse.add(id);
  try {
    return await run();
  } finally {
    keysInUse.delete(id);
  }
}

const replyId = ({ scope, key }: IdempotentCall) =>
  `${scope.account}:${scope.livemode ? 'live' : 'test'}:${key}`;

const fingerprint = ({ method, path, params }: IdempotentCall) =>
  createHash('sha256')
    .update(JSON.stringify([method, path, params]))
    .digest('hex');
