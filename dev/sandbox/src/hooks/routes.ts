import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { readBody } from '../read-body.ts';
import { hookRule } from './bin.ts';
import { receiveHook, requestsOf } from './receive-hook.ts';

interface InBin {
  Params: { bin: string };
}

/** `/hooks/{bin}`: an inbox for webhooks from our services. */
export function hookRoutes({ store }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.put<InBin>('/hooks/:bin', async (request) => {
      const { bin } = request.params;
      return store.hookBins.put({ id: bin, rule: readBody(hookRule, request.body) });
    });
    app.get<InBin>('/hooks/:bin', async (request) => ({
      id: request.params.bin,
      rule: store.hookBins.find(request.params.bin)?.rule ?? null,
      requests: requestsOf(store, request.params.bin).length,
    }));
    app.delete<InBin>('/hooks/:bin', async (request, reply) => {
      for (const { id } of requestsOf(store, request.params.bin)) store.hookRequests.remove(id);
      store.hookBins.remove(request.params.bin);
      return reply.status(204).send();
    });
    app.get<InBin>('/hooks/:bin/requests', async (request) => requestsOf(store, request.params.bin));
    app.delete<InBin>('/hooks/:bin/requests', async (request, reply) => {
      for (const { id } of requestsOf(store, request.params.bin)) store.hookRequests.remove(id);
      return reply.status(204).send();
    });

    await app.register(async (inbox) => {
      // A webhook's signature covers its bytes, so the body stays unparsed.
      inbox.removeAllContentTypeParsers();
      inbox.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
      inbox.post<InBin>('/hooks/:bin', async (request, reply) => {
        const rule = receiveHook(store, request.params.bin, {
          method: request.method,
          path: request.url,
          headers: request.headers,
          body: typeof request.body === 'string' ? request.body : '',
        });
        await pause(rule.delayMs);
        if (rule.redirectTo !== undefined) void reply.header('location', rule.redirectTo);
        return reply.status(rule.status).type('text/plain').send(rule.body);
      });
    });
  };
}
