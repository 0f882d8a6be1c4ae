import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { mailFault, stripeFault, type ApiFaults } from '../faults/api-fault.ts';
import { mailRules } from '../postmark/mail-rules.ts';
import { BadCall, readBody } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { accountProfile, findProfile, saveProfile } from '../stripe/accounts/profile.ts';
import { openScope } from '../stripe/accounts/account.ts';
import { recordEvent } from '../stripe/events/record-event.ts';
import { renderTaxSettings } from '../stripe/tax/render-tax.ts';
import { retrySettings } from '../stripe/webhooks/deliverer.ts';
import { setEndpoint } from '../stripe/webhooks/endpoints.ts';
import { webhookFault } from '../stripe/webhooks/webhook-fault.ts';

const wantedEndpoint = z.strictObject({
  url: z.url(),
  secret: z.string().min(8).max(200).optional(),
  enabled_events: z.array(z.string().min(1)).min(1).default(['*']),
});

interface WithId {
  Params: { id: string };
}

/** `/sandbox/**`: set-up and faults for stacks and tests. */
export function controlRoutes(sandbox: Sandbox) {
  const { store, deliverer } = sandbox;
  return async (app: FastifyInstance): Promise<void> => {
    app.put<{ Params: { key: string } }>('/sandbox/accounts/:key/webhook', async (request) =>
      setEndpoint(store, openScope(store, request.params.key), readBody(wantedEndpoint, request.body)),
    );

    app.get<{ Params: { key: string } }>('/sandbox/accounts/:key/profile', async (request) =>
      findProfile(store, openScope(store, request.params.key)),
    );
    app.put<{ Params: { key: string } }>('/sandbox/accounts/:key/profile', async (request) => {
      const scope = openScope(store, request.params.key);
      const profile = saveProfile(store, scope, readBody(accountProfile, request.body));
      recordEvent(sandbox, scope, 'tax.settings.updated', renderTaxSettings(scope, profile));
      return profile;
    });

    app.get('/sandbox/webhooks/faults', async () => deliverer.faults.list());
    app.post('/sandbox/webhooks/faults', async (request) => {
      const fault = readBody(webhookFault, request.body);
      deliverer.faults.add(fault, fault.key === undefined ? undefined : openScope(store, fault.key));
      return deliverer.faults.list();
    });
    app.delete('/sandbox/webhooks/faults', async (_request, reply) => {
      deliverer.faults.clear();
      await deliverer.releaseHeld();
      return reply.status(204).send();
    });
    app.post('/sandbox/webhooks/release', async (_request, reply) => {
      await deliverer.releaseHeld();
      return reply.status(204).send();
    });
    app.put('/sandbox/webhooks/retries', async (request) => {
      deliverer.retries = readBody(retrySettings, request.body);
      return deliverer.retries;
    });

    app.get('/sandbox/deliveries', async () => store.deliveries.newestFirst());
    app.get<WithId>('/sandbox/deliveries/:id', async (request) => getDelivery(request.params.id));
    app.post<WithId>('/sandbox/deliveries/:id/replay', async (request) =>
      deliverer.replay(getDelivery(request.params.id)),
    );

    faultRoutes(app, '/sandbox/stripe/faults', sandbox.stripeFaults, stripeFault);
    faultRoutes(app, '/sandbox/mail/faults', sandbox.mailFaults, mailFault);
    app.get('/sandbox/mail/rules', async () => sandbox.mailRules);
    app.put('/sandbox/mail/rules', async (request) => {
      sandbox.mailRules = readBody(mailRules, request.body);
      return sandbox.mailRules;
    });

    app.delete('/sandbox', async (_request, reply) => {
      deliverer.reset();
      sandbox.stripeFaults.set(undefined);
      sandbox.mailFaults.set(undefined);
      sandbox.mailRules = mailRules.parse({});
      store.clear();
      return reply.status(204).send();
    });
  };

  function getDelivery(id: string) {
    const delivery = store.deliveries.find(id);
    if (delivery === undefined) throw new BadCall(`There is no delivery ${id}`, 404);
    return delivery;
  }
}

function faultRoutes(
  app: FastifyInstance,
  url: string,
  faults: ApiFaults,
  schema: typeof mailFault | typeof stripeFault,
): void {
  app.get(url, async () => ({ next: faults.current ?? null }));
  app.put(url, async (request) => {
    faults.set(readBody(schema, request.body));
    return { next: faults.current ?? null };
  });
  app.delete(url, async (_request, reply) => {
    faults.set(undefined);
    return reply.status(204).send();
  });
}
