import type { Actor } from '@leadping/contracts/actor';
import type { setSignInPolicy, SignInPolicy } from '@leadping/contracts/identity/sign-in-policy-routes';
import type { RequestOf } from '@leadping/contracts/route';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { getUser } from '../users/get-user.ts';
import { hasSecondFactor } from '../users/user.model.ts';
import { readPolicy, readRules } from './read-policy.ts';

/**
 * Sets which accounts need a second factor. An omitted rule stays unchanged.
 * @throws {DomainError} CONFLICT if an admin without a second factor requires one from admins, because that would lock
 * them out
 */
export async function setPolicy(
  identity: IdentityContext,
  { userId, username }: Actor,
  rules: RequestOf<typeof setSignInPolicy>['body'],
): Promise<SignInPolicy> {
  if (rules.adminsNeedSecondFactor && !hasSecondFactor(await getUser(identity, userId))) {
    throw new DomainError('CONFLICT', 'Set up a second factor for your own account first.');
  }
  const before = await readRules(identity);
  await identity.signInPolicies.updateOne(
    { _id: 'policy' },
    { ...rules, by: username, at: new Date() },
    { upsert: true },
  );
  const after = await readPolicy(identity);
  recordChange({ target: 'sign-in policy', before, after: await readRules(identity) });
  return after;
}
