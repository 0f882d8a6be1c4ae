import type { SignInPolicy } from '@leadping/contracts/identity/sign-in-policy-routes';
import type { IdentityContext } from '../context.ts';
import type { SignInPolicy as StoredPolicy } from './sign-in-policy.model.ts';

type Policies = Pick<IdentityContext, 'signInPolicies' | 'config'>;
export type SignInRules = Omit<SignInPolicy, 'by' | 'at'>;

/** The current rules and who changed them last. */
export async function readPolicy(policies: Policies): Promise<SignInPolicy> {
  const stored = await policies.signInPolicies.findById('policy').lean();
  return { ...rulesOf(policies, stored), by: stored?.by ?? null, at: stored?.at.toISOString() ?? null };
}

export async function readRules(policies: Policies): Promise<SignInRules> {
  return rulesOf(policies, await policies.signInPolicies.findById('policy').lean());
}

/** A rule that no admin ever set comes from the configuration. For resellers it is off. */
function rulesOf({ config }: Policies, stored: StoredPolicy | null): SignInRules {
  const ofStaff = config.STAFF_NEEDS_SECOND_FACTOR;
  return {
    adminsNeedSecondFactor: stored?.adminsNeedSecondFactor ?? ofStaff,
    supportNeedsSecondFactor: stored?.supportNeedsSecondFactor ?? stored?.othersNeedSecondFactor ?? ofStaff,
    resellersNeedSecondFactor: stored?.resellersNeedSecondFactor ?? stored?.othersNeedSecondFactor ?? false,
  };
}
