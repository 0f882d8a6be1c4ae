import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';

export function pageRoutes(_sandbox: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/', async (_request, reply) =>
      reply.type('text/html').send('<!doctype html><title>Sandbox</title>'),
    );
  };
}
