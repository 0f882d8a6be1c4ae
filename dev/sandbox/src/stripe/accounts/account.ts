import { createHash } from 'node:crypto';
import type { Collection } from '../../state/collection.ts';
import { StripeError } from '../errors.ts';
import type { Scope } from '../objects/types.ts';
import { nowInSeconds } from '../../clock.ts';

export interface StripeAccount {
  id: string;
  created: number;
  /** Part of the key if the key is invented, so that people recognize the account on the page. */
  name: string;
}

interface Accounts {
  accounts: Collection<StripeAccount>;
}

const KEY = /^(?:sk|rk)_(test|live)_([A-Za-z0-9_]{3,247})$/;

/**
 * The account of a secret key. Any well-formed key creates its own account at its first use. Keys that differ only
 * in kind or mode (`sk_test_x`, `rk_live_x`) share one account. A key that contains `invalid` or `expired` is
 * rejected.
 */
export function authenticate(store: Accounts, authorization: string | undefined): Scope & { key: string } {
  const key = readKey(authorization);
  if (key === undefined)
    throw new StripeError(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    );
  return { ...openScope(store, key), key };
}

/** @throws StripeError 401 for an invalid key */
export function openScope(store: Accounts, key: string): Scope {
  if (key.startsWith('pk_'))
    throw new StripeError(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { status: 401, code: 'secret_key_required' },
    );
  const [, mode, rest] = KEY.exec(key) ?? [];
  if (mode === undefined || rest === undefined || rest.includes('invalid'))
    throw new StripeError(`Invalid API Key provided: ${maskKey(key)}`, { status: 401 });
  if (rest.includes('expired'))
    throw new StripeError(`Expired API Key provided: ${maskKey(key)}`, {
      status: 401,
      code: 'api_key_expired',
    });

  const id = `acct_1${createHash('sha256').update(rest).digest('hex').slice(0, 15)}`;
  if (store.accounts.find(id) === undefined)
    store.accounts.put({ id, created: nowInSeconds(), name: shorten(rest) });
  return { account: id, livemode: mode === 'live' };
}

function readKey(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(' ') ?? [];
  if (scheme === undefined || !value) return undefined;
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(value, 'base64').toString().split(':')[0] || undefined;
}

/** A long key may be a real one that was pasted here by mistake, so it is neither stored nor shown. */
function shorten(rest: string): string {
  return rest.length <= 24 ? rest : `${rest.slice(0, 4)}...${rest.slice(-4)}`;
}

/** A key as Stripe's messages show it. */
export function maskKey(key: string): string {
  const shown = key.slice(0, 60);
  return shown.length < 12
    ? '*'.repeat(shown.length)
    : `${shown.slice(0, 8)}${'*'.repeat(shown.length - 12)}${shown.slice(-4)}`;
}
