import type { Role } from '@leadping/contracts/actor';
import type { IdentityContext } from '../context.ts';
import { hasSecondFactor, type User } from '../users/user.model.ts';

/** Which rule is a role's; whoever has no role can do nothing that a second factor would guard. */
const RULES = {
  admin: 'adminsNeedSecondFactor',
  support: 'othersNeedSecondFactor',
  reseller: 'othersNeedSecondFactor',
  other: undefined,
} as const satisfies Record<Role, string | undefined>;

type Policies = Pick<IdentityContext, 'signInPolicies'>;

/** Whether the account cannot be without a second factor. */
export async function needsSecondFactor({ signInPolicies }: Policies, { role }: User): Promise<boolean> {
  const rule = RULES[role];
  if (!rule) return false;
  return (await signInPolicies.exists({ _id: 'policy', [rule]: true })) !== null;
}

export async function mustSetUpSecondFactor(policies: Policies, user: User): Promise<boolean> {
  return !hasSecondFactor(user) && (await needsSecondFactor(policies, user));
}
