import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { objectsOf, paginate } from '../list.ts';
import { expandable, pageable } from '../params.ts';
import { stripeRoute } from '../route.ts';
import {
  createEndpoint,
  createEndpointParams,
  getEndpoint,
  updateEndpoint,
  updateEndpointParams,
} from './endpoints.ts';

export function webhookRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox;
  const url = '/webhook_endpoints';
  stripeRoute(app, sandbox, {
    method: 'POST',
    url,
    params: createEndpointParams,
    run: ({ scope, params }) => createEndpoint(store, scope, params),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url,
    params: z.strictObject(pageable),
    run: ({ scope, params }) =>
      paginate(objectsOf(scope, store.webhookEndpoints.newestFirst()), params, `/v1${url}`),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: `${url}/:id`,
    params: z.strictObject(expandable),
    run: ({ scope, id }) => getEndpoint(store, scope, id).object,
  });
  stripeRoute(app, sandbox, {
    method: 'POST',
    url: `${url}/:id`,
    params: updateEndpointParams,
    run: ({ scope, id, params }) => updateEndpoint(store, scope, id, params),
  });
  stripeRoute(app, sandbox, {
    method: 'DELETE',
    url: `${url}/:id`,
    params: z.strictObject(expandable),
    run: ({ scope, id }) => {
      store.webhookEndpoints.remove(getEndpoint(store, scope, id).id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  });
}
