import fastifyCookie from '@fastify/cookie';
import * as questions from '@leadping/contracts/identity/questions';
import { buildService, type Service } from '@leadping/service-kit/service';
import type { IdentityConfig } from './config.ts';
import type { Identity } from './identity.ts';
import { registerInvitations } from './invitations/register-invitations.ts';
import { registerPasswordResetRoutes } from './password-reset/routes.ts';
import { buildPasswordHasher } from './passwords/hasher.ts';
import { resolveSession } from './sessions/resolve-session.ts';
import { registerSessionRoutes } from './sessions/routes.ts';
import { sessionModel } from './sessions/session.model.ts';
import { signInAttemptsModel } from './sessions/sign-in-attempts.model.ts';
import { createFirstAdmin } from './users/create-first-admin.ts';
import { registerUserRoutes } from './users/routes.ts';
import { userModel } from './users/user.model.ts';

export function buildIdentity(config: IdentityConfig): Promise<Service> {
  return buildService({
    name: 'svc-identity',
    config,
    setUp: async (kit) => {
      const { app, database, bus, relay, sealer, clock, record, route } = kit;
      const identity: Identity = {
        config,
        bus,
        relay,
        sealer,
        clock,
        record,
        users: userModel(database),
        sessions: sessionModel(database),
        attempts: signInAttemptsModel(database),
        passwords: await buildPasswordHasher(kit.metrics),
      };
      relay.watch(identity.users);
      await app.register(fastifyCookie);

      registerSessionRoutes(identity, route);
      registerUserRoutes(identity, route);
      registerPasswordResetRoutes(identity, route);
      registerInvitations(identity, kit.consume);
      bus.answer(questions.resolveSession, ({ token }) => resolveSession(identity, token));

      await createFirstAdmin(identity);
    },
  });
}
