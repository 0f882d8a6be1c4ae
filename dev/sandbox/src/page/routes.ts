import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assets } from '../assets.ts';
import { BadCall } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { streamChanges } from './changes.ts';
import { renderOverview } from './overview.ts';
import { renderRows, sectionNames } from './sections.ts';

/** Frames with mails inherit this policy, which blocks their scripts and requests. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const named = z.enum(sectionNames);

/** The page at `/`, its sections and its stream of changes. */
export function pageRoutes({ store }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/', async (_request, reply) =>
      reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(renderOverview(store).markup),
    );
    app.get<{ Params: { name: string } }>('/sandbox/sections/:name', async (request, reply) => {
      const name = named.safeParse(request.params.name);
      if (!name.success) throw new BadCall(`There is no section ${request.params.name}`, 404);
      return reply.type('text/html; charset=utf-8').send(renderRows(store, name.data).markup);
    });
    app.get('/sandbox/changes', (request, reply) => streamChanges(store, request, reply));
    app.get<{ Params: { name: string } }>('/sandbox/assets/:name', async (request, reply) => {
      const asset = assets.get(request.params.name);
      if (asset === undefined) throw new BadCall(`There is no file ${request.params.name}`, 404);
      return reply.type(asset.type).send(asset.body);
    });
  };
}
