import * as contracts from '@leadping/contracts/identity/sign-in-policy-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { readPolicy } from './read-policy.ts';
import { setPolicy } from './set-policy.ts';

export function registerSignInPolicyRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.getSignInPolicy, () => readPolicy(identity));
  route(contracts.setSignInPolicy, ({ actor, body }) => setPolicy(identity, actor, body));
}
