import fastifyCookie from '@fastify/cookie';
import { buildService, type Service, type ServiceContext } from '@leadping/service-kit/process/service';
import { createFirstAdmin } from './accounts/create-first-admin.ts';
import { registerAccountRoutes } from './accounts/routes.ts';
import { servePrivacy } from '@leadping/service-kit/privacy/serve-privacy';
import type { IdentityConfig } from './config.ts';
import { registerConsumers } from './consumers.ts';
import { buildContext } from './context.ts';
import { registerCustomerSessionRoutes } from './customers/routes.ts';
import { registerEmailVerificationRoutes } from './email-verification/routes.ts';
import { registerPasswordResetRoutes } from './password-reset/routes.ts';
import { registerFreshSessionRoutes } from './fresh-session/routes.ts';
import { findObstacle, personalStores } from './privacy/personal-stores.ts';
import { registerRequests } from './requests.ts';
import { registerSecondFactorRoutes } from './second-factors/routes.ts';
import { registerSecondStepRoutes } from './second-factors/second-step-routes.ts';
import { registerOwnSessionRoutes } from './sessions/own-session-routes.ts';
import { registerSessionRoutes } from './sessions/routes.ts';
import { registerSignInPolicyRoutes } from './sign-in-policy/routes.ts';

/** Builds the service without listening. */
export function buildIdentity(config: IdentityConfig): Promise<Service> {
  return buildService({ name: 'svc-identity', config, setUp });
}

async function setUp(context: ServiceContext<IdentityConfig>): Promise<void> {
  const identity = await buildContext(context);
  await context.app.register(fastifyCookie);

  registerSessionRoutes(context.route, identity);
  registerOwnSessionRoutes(context.route, identity);
  registerAccountRoutes(context.route, identity);
  registerPasswordResetRoutes(context.route, identity);
  registerEmailVerificationRoutes(context.route, identity);
  registerSecondFactorRoutes(context.route, identity);
  registerSecondStepRoutes(context.route, identity);
  registerFreshSessionRoutes(context.route, identity);
  registerSignInPolicyRoutes(context.route, identity);
  registerCustomerSessionRoutes(context.route, identity);
  registerRequests(identity);
  registerConsumers(context.consume, identity);
  servePrivacy(context, {
    stores: personalStores(identity),
    findObstacle: (person) => findObstacle(identity, person),
  });

  await createFirstAdmin(identity);
}
