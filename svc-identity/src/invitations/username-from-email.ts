import { isReservedName } from '@leadping/contracts/own-names';
import { randomInt } from 'node:crypto';

const MIN_LENGTH = 3;
const MAX_LENGTH = 50;

/** `jane.doe+shop@example.com` becomes `jane.doe`. A short or reserved name is extended. */
export function usernameFromEmail(email: string): string {
  const [local = ''] = email.split(/[@+]/, 1);
  const kept = local
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
    .slice(0, MAX_LENGTH);
  return kept.length >= MIN_LENGTH && !isReservedName(kept) ? kept : `${kept}user`;
}

/** Another name near a taken one, as `jane.doe4821`. */
export function usernameNear(username: string): string {
  return `${username}${randomInt(1000, 10_000)}`;
}
