import type { User } from '@leadping/contracts/identity/session-routes';

/** Where somebody works who has signed in. */
export function homeOf({ role }: Pick<User, 'role'>): '/admin' | '/reseller-dashboard' {
  return role === 'admin' || role === 'support' ? '/admin' : '/reseller-dashboard';
}
