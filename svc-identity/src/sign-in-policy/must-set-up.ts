import type { Role } from '@leadping/contracts/actor';
import type { IdentityContext } from '../context.ts';
import { hasSecondFactor, type User } from '../users/user.model.ts';
import { readRules } from './read-policy.ts';

/** The rule of each role. An account without a role can do nothing that a second factor would guard. */
const RULES = {
  admin: 'adminsNeedSecondFactor',
  support: 'supportNeedsSecondFactor',
  reseller: 'resellersNeedSecondFactor',
  other: undefined,
} as const satisfies Record<Role, string | undefined>;

type Policies = Pick<IdentityContext, 'signInPolicies' | 'config'>;

/** Whether the account cannot be without a second factor. */
export async function needsSecondFactor(policies: Policies, { role }: User): Promise<boolean> {
  const rule = RULES[role];
  return rule !== undefined && (await readRules(policies))[rule];
}

export async function mustSetUpSecondFactor(policies: Policies, user: User): Promise<boolean> {
  return !hasSecondFactor(user) && (await needsSecondFactor(policies, user));
}
