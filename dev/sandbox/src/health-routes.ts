import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Sandbox } from './sandbox.ts';

/** `/healthz`, `/readyz` and `/metrics`, as in every process. */
export function healthRoutes({ store }: Sandbox) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const records = new Gauge({
    name: 'sandbox_records',
    help: 'What the sandbox holds, by kind',
    labelNames: ['kind'],
    registers: [],
    collect() {
      for (const kind of ['sessions', 'charges', 'events', 'deliveries', 'mails', 'hookRequests'] as const)
        this.set({ kind }, store[kind].size);
    },
  });
  registry.registerMetric(records);
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async () => ({ status: 'ok' }));
    app.get('/metrics', async (_request, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
    );
  };
}
