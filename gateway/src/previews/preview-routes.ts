import { createPreview } from '@leadping/contracts/gateway/release-routes';
import type { AuditTrail } from '@leadping/service-kit/audit/audit-trail';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkFiles, checkManifest } from '../releases/check-build.ts';
import { publish } from '../releases/publish.ts';
import type { Sessions } from '../guards/sessions.ts';
import { developerOf } from './developer.ts';
import type { Registry } from '../releases/registry.ts';
import { buildId } from '../releases/release-state.ts';
import { requireApps, type Publishers } from '../releases/release-tokens.ts';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { clearPreview, savePreview } from './preview-cookie.ts';
import type { Previews } from './previews.ts';

interface PreviewParts {
  previews: Previews;
  registry: Registry;
  store: FileStore;
  publishers: Publishers;
  sessions: Sessions;
  audit: AuditTrail;
  record: RecordLog;
  publicUrl: string;
  isProduction: boolean;
}

/** The calls that make a preview, show it to one browser, and end it there. No remote can claim a path with an underscore. */
export function registerPreviews(app: FastifyInstance, route: RegisterRoute, parts: PreviewParts): void {
  const { previews, registry, store, publishers, record, isProduction } = parts;

  route(createPreview, async ({ body: { build, address }, request, actor }) => {
    const publisher = publishers.bearerOf(request) ?? { name: actor.username, app: null };
    requireApps(publisher, [build.name]);
    checkManifest(build);
    // The browser checks the files of a developer's own machine, by their hashes.
    if (address === undefined) await checkFiles(store, build);
    publish(await registry.refresh(), { builds: [build] });
    const { token, expiresAt } = await previews.create(build, address);
    recordChange({
      target: buildId(build),
      before: null,
      after: { preview: address ?? 'uploaded', expiresAt },
    });
    record({
      level: 'info',
      category: 'client',
      message: `Preview of ${buildId(build)} created by ${publisher.name}`,
      data: { app: build.name, version: build.version, address: address ?? null },
    });
    return {
      url: `${parts.publicUrl}/__preview?token=${token}`,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  });

  app.get('/__preview', (request, reply) => openLink(parts, request, reply));

  app.get('/__preview/off', (_request, reply) => {
    clearPreview(reply, isProduction);
    return reply.header('cache-control', 'no-store').redirect('/', 303);
  });
}

/** Shows a preview to the browser of the developer who opens its link. */
async function openLink(
  { previews, sessions, audit, record, isProduction }: PreviewParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.query as { token?: unknown };
  const { ip } = request;
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  const preview = typeof token === 'string' ? await previews.find(token) : null;
  if (!preview) return reply.redirect('/', 303);
  const developer = await developerOf(sessions, request);
  // Opened again after the sign-in; the link stays good.
  if (!developer) return reply.redirect('/auth', 303);
  const { build, address } = preview;
  await audit.record({
    actor: developer,
    address: ip,
    action: 'GET /__preview',
    summary: 'Opens a preview of a build',
    target: buildId(build),
    body: { from: address ?? 'uploaded' },
  });
  record({
    level: 'info',
    category: 'client',
    message: `Preview of ${buildId(build)} opened`,
    data: {
      app: build.name,
      version: build.version,
      address,
      username: developer.username,
      ip,
    },
  });
  savePreview(reply, previews.claim(preview, developer.userId), isProduction);
  const page = build.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
  return reply.redirect(page.replace(/\/\*$/, '') || '/', 303);
}
