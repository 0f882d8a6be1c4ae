import * as contracts from '@leadping/contracts/identity/sign-in-policy-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { getUser } from '../users/get-user.ts';
import { hasSecondFactor } from '../users/show-user.ts';

export function registerSignInPolicyRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.getSignInPolicy, () => readPolicy(identity));
  route(contracts.setSignInPolicy, async ({ actor, body }) => {
    const { adminsNeedSecondFactor } = body;
    // Who demands it would otherwise be the first whom it holds up.
    if (adminsNeedSecondFactor && !hasSecondFactor(await getUser(identity, actor.userId))) {
      throw new DomainError('CONFLICT', 'Set up a second factor for your own account first.');
    }
    const before = await readPolicy(identity);
    await identity.signInPolicies.updateOne(
      { _id: 'policy' },
      { ...body, by: actor.username, at: new Date() },
      { upsert: true },
    );
    const after = await readPolicy(identity);
    recordChange({ target: 'sign-in policy', before: rulesOf(before), after: rulesOf(after) });
    return after;
  });
}

async function readPolicy({ signInPolicies }: IdentityContext): Promise<contracts.SignInPolicy> {
  const policy = await signInPolicies.findById('policy').lean();
  return {
    adminsNeedSecondFactor: policy?.adminsNeedSecondFactor ?? false,
    othersNeedSecondFactor: policy?.othersNeedSecondFactor ?? false,
    by: policy?.by ?? null,
    at: policy?.at.toISOString() ?? null,
  };
}

function rulesOf({ adminsNeedSecondFactor, othersNeedSecondFactor }: contracts.SignInPolicy) {
  return { adminsNeedSecondFactor, othersNeedSecondFactor };
}
