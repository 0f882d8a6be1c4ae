import type { User } from '@leadping/contracts/identity/session-routes';

/** The dashboard of a signed-in user. */
export function dashboardPath({ role }: Pick<User, 'role'>): '/admin' | '/reseller-dashboard' {
  return role === 'admin' || role === 'support' ? '/admin' : '/reseller-dashboard';
}
