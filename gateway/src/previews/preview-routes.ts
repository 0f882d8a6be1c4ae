import { createPreview } from '@leadping/contracts/gateway/release-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import type { FastifyInstance } from 'fastify';
import { checkFiles, checkManifest } from '../releases/check-build.ts';
import { publish } from '../releases/publish.ts';
import type { Registry } from '../releases/registry.ts';
import { buildId } from '../releases/release-state.ts';
import { requireApps, type Publishers } from '../releases/release-tokens.ts';
import type { AssetStore } from '../storage/asset-store.ts';
import { clearPreview, savePreview } from './preview-cookie.ts';
import type { Previews } from './previews.ts';

/** The calls that make a preview, show it to one browser, and end it there. No remote can claim a path with an underscore. */
export function registerPreviews(
  app: FastifyInstance,
  route: RegisterRoute,
  parts: {
    previews: Previews;
    registry: Registry;
    store: AssetStore;
    publishers: Publishers;
    record: RecordLog;
    publicUrl: string;
    isProduction: boolean;
  },
): void {
  const { previews, registry, store, publishers, record, isProduction } = parts;

  route(createPreview, async ({ body: { build }, request, actor }) => {
    const publisher = publishers.bearerOf(request) ?? { name: actor.username, app: null };
    requireApps(publisher, [build.name]);
    checkManifest(build);
    await checkFiles(store, build);
    publish(await registry.refresh(), { builds: [build] });
    const { token, expiresAt } = await previews.create(build);
    record({
      level: 'info',
      category: 'client',
      message: `Preview of ${buildId(build)} made by ${publisher.name}`,
    });
    return {
      url: `${parts.publicUrl}/__preview?token=${token}`,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  });

  app.get<{ Querystring: { token?: unknown } }>('/__preview', async ({ query, ip }, reply) => {
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const preview = typeof query.token === 'string' ? await previews.find(query.token) : null;
    if (!preview) return reply.redirect('/', 303);
    record({
      level: 'info',
      category: 'client',
      message: `Preview of ${buildId(preview.build)} opened`,
      data: { app: preview.build.name, version: preview.build.version, ip },
    });
    savePreview(reply, preview, isProduction);
    const page = preview.build.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
    return reply.redirect(page.replace(/\/\*$/, ''), 303);
  });

  app.get('/__preview/off', (_request, reply) => {
    clearPreview(reply, isProduction);
    return reply.header('cache-control', 'no-store').redirect('/', 303);
  });
}
