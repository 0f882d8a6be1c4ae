import type { SignInPolicy } from '@leadping/contracts/identity/sign-in-policy-routes';
import type { IdentityContext } from '../context.ts';

/** Nobody needs a second factor before the policy was set for the first time. */
export async function readPolicy({
  signInPolicies,
}: Pick<IdentityContext, 'signInPolicies'>): Promise<SignInPolicy> {
  const policy = await signInPolicies.findById('policy').lean();
  return {
    adminsNeedSecondFactor: policy?.adminsNeedSecondFactor ?? false,
    othersNeedSecondFactor: policy?.othersNeedSecondFactor ?? false,
    by: policy?.by ?? null,
    at: policy?.at.toISOString() ?? null,
  };
}
