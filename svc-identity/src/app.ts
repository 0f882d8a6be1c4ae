import fastifyCookie from '@fastify/cookie';
import * as requests from '@leadping/contracts/identity/requests';
import { buildService, type Service } from '@leadping/service-kit/process/service';
import type { IdentityConfig } from './config.ts';
import type { IdentityContext } from './context.ts';
import { registerEmailVerificationRoutes } from './email-verification/routes.ts';
import { registerInvitations } from './invitations/register-invitations.ts';
import { withdrawnResellerModel } from './invitations/withdrawn-reseller.model.ts';
import { registerPasswordResetRoutes } from './password-reset/routes.ts';
import { buildPasswordHasher } from './passwords/hasher.ts';
import { resolveSession } from './sessions/resolve-session.ts';
import { registerSessionRoutes } from './sessions/routes.ts';
import { sessionModel } from './sessions/session.model.ts';
import { signInAttemptsModel } from './sessions/sign-in-attempts.model.ts';
import { createFirstAdmin } from './accounts/create-first-admin.ts';
import { registerAccountRoutes } from './accounts/routes.ts';
import { userModel } from './users/user.model.ts';

export function buildIdentity(config: IdentityConfig): Promise<Service> {
  return buildService({
    name: 'svc-identity',
    config,
    setUp: async (context) => {
      const { app, database, bus, relay, sealer, clock, record, route } = context;
      const identity: IdentityContext = {
        config,
        bus,
        relay,
        sealer,
        clock,
        record,
        users: userModel(database),
        sessions: sessionModel(database),
        attempts: signInAttemptsModel(database),
        withdrawnResellers: withdrawnResellerModel(database),
        passwords: await buildPasswordHasher(context.metrics),
      };
      await app.register(fastifyCookie);

      registerSessionRoutes(identity, route);
      registerAccountRoutes(identity, route);
      registerPasswordResetRoutes(identity, route);
      registerEmailVerificationRoutes(identity, route);
      registerInvitations(identity, context.consume);
      bus.respond(requests.resolveSession, ({ token }) => resolveSession(identity, token));

      await createFirstAdmin(identity);
    },
  });
}
