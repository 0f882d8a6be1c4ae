import { randomInt } from 'node:crypto';

const SHORTEST = 3;
const LONGEST = 50;

/** `jane.doe+shop@example.com` gives `jane.doe`; what is too short is filled up. */
export function usernameFromEmail(email: string): string {
  const [local = ''] = email.split(/[@+]/, 1);
  const kept = local
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
    .slice(0, LONGEST);
  return kept.length >= SHORTEST ? kept : `${kept}user`;
}

/** Another name near a taken one, as `jane.doe4821`. */
export function usernameNear(username: string): string {
  return `${username}${randomInt(1000, 10_000)}`;
}
