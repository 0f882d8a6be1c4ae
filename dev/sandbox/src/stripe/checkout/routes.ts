import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { isWithin, objectsOf, paginate } from '../list.ts';
import { expandable, pageable } from '../params.ts';
import { stripeRoute } from '../route.ts';
import { createSession } from './create-session.ts';
import { expireSession } from './expire-session.ts';
import { getSession } from './get-session.ts';
import { createSessionParams, listSessionsParams, updateSessionParams } from './session-params.ts';

const SESSIONS = '/checkout/sessions';

export function checkoutRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox;
  stripeRoute(app, sandbox, {
    method: 'POST',
    url: SESSIONS,
    params: createSessionParams,
    run: ({ scope, params }) => createSession(sandbox, scope, params),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: SESSIONS,
    params: listSessionsParams,
    run: ({ scope, params }) => {
      const { created, customer, customer_details: details, payment_intent: intent, status } = params;
      const matching = objectsOf(scope, store.sessions.newestFirst())
        .filter((session) => isWithin(session.created, created))
        .filter((session) => customer === undefined || session.customer === customer)
        .filter((session) => details === undefined || session.customer_details?.email === details.email)
        .filter((session) => intent === undefined || session.payment_intent === intent)
        .filter((session) => status === undefined || session.status === status);
      return paginate(matching, params, `/v1${SESSIONS}`);
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: `${SESSIONS}/:id`,
    params: z.strictObject(expandable),
    run: ({ scope, id }) => getSession(store, id, scope).object,
  });
  stripeRoute(app, sandbox, {
    method: 'POST',
    url: `${SESSIONS}/:id`,
    params: updateSessionParams,
    run: ({ scope, id, params }) => {
      const owned = getSession(store, id, scope);
      const changed = { ...owned.object.metadata, ...params.metadata };
      return store.sessions.put({ ...owned, object: { ...owned.object, metadata: changed } }).object;
    },
  });
  stripeRoute(app, sandbox, {
    method: 'POST',
    url: `${SESSIONS}/:id/expire`,
    params: z.strictObject(expandable),
    run: ({ scope, id, cause }) => expireSession(sandbox, getSession(store, id, scope).id, cause),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: `${SESSIONS}/:id/line_items`,
    params: z.strictObject(pageable),
    run: ({ scope, id, params }) =>
      paginate(getSession(store, id, scope).terms.lineItems, params, `/v1${SESSIONS}/${id}/line_items`),
  });
}
