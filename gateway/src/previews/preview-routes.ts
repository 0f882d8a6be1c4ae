import type { Actor } from '@leadping/contracts/actor';
import { createPreview } from '@leadping/contracts/gateway/release-routes';
import type { AuditTrail } from '@leadping/service-kit/audit/audit-trail';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkFiles, checkManifest } from '../releases/check-build.ts';
import { publish } from '../releases/publish.ts';
import type { Sessions } from '../guards/sessions.ts';
import { developerOf } from './developer.ts';
import type { Registry } from '../releases/registry.ts';
import { buildId } from '../releases/release-state.ts';
import { requireApps, requireVersion, type Publishers } from '../releases/release-tokens.ts';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { clearPreview, savePreview } from './preview-cookie.ts';
import { ASK_HEADERS, askPage } from './ask-page.ts';
import type { Preview, Previews } from './previews.ts';

const FORM = 'application/x-www-form-urlencoded';

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

/**
 * The routes that create a preview, show it in one browser, and end it. Their paths have an underscore, which no
 * remote can claim.
 */
export function registerPreviews(app: FastifyInstance, route: RegisterRoute, parts: PreviewParts): void {
  const { previews, registry, store, publishers, record, isProduction } = parts;

  route(createPreview, async ({ body: { build, address }, request, actor }) => {
    const publisher = publishers.bearerOf(request) ?? {
      name: actor.username,
      app: null,
      previewsOnly: false,
    };
    requireApps(publisher, [build.name]);
    requireVersion(publisher, build.version);
    checkManifest(build);
    // The browser checks the hashes of files that a developer's machine serves.
    if (address === undefined) await checkFiles(store, build);
    publish(await registry.refresh(), { builds: [build] });
    const madeBy = { name: publisher.name, userId: actor.userId };
    const { token, expiresAt } = await previews.create({ build, address, madeBy });
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

  app.get('/__preview', (request, reply) => askViewer(parts, request, reply));
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 1024 }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(body as string)),
    );
    scope.post('/__preview', (request, reply) => showPreview(parts, request, reply));
    done();
  });

  app.get('/__preview/off', (_request, reply) => {
    clearPreview(reply, isProduction);
    return reply.header('cache-control', 'no-store').redirect('/', 303);
  });
}

/** The preview of a link and the developer who opened it. Null if one is missing, and the reply was already sent. */
async function readLink(
  { previews, sessions }: PreviewParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ preview: Preview; developer: Actor } | null> {
  const { token } = request.query as { token?: unknown };
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  const preview = typeof token === 'string' ? await previews.find(token) : null;
  const developer = preview && (await developerOf(sessions, request));
  if (preview && developer) return { preview, developer };
  // The user opens the link again after the sign-in.
  await reply.redirect(preview ? '/auth' : '/', 303);
  return null;
}

/** Asks for consent first, because any site can link here. */
async function askViewer(
  parts: PreviewParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await readLink(parts, request, reply);
  if (!found) return reply;
  return reply.headers(ASK_HEADERS).send(askPage(found.preview, found.developer.userId));
}

/** Shows a preview to the browser of the developer who agreed to it. */
async function showPreview(
  parts: PreviewParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { previews, audit, record, publicUrl, isProduction } = parts;
  if (request.headers.origin !== new URL(publicUrl).origin)
    throw new DomainError('ORIGIN_REFUSED', `This call is only taken from ${publicUrl}.`);
  const found = await readLink(parts, request, reply);
  if (!found) return reply;
  const { preview, developer } = found;
  const { build, address, madeBy, token } = preview;
  const agrees = request.body instanceof URLSearchParams && request.body.get('agree') === 'yes';
  if (madeBy?.userId !== developer.userId && !agrees)
    return reply.redirect(`/__preview?token=${encodeURIComponent(token)}`, 303);
  await audit.record({
    actor: developer,
    address: request.ip,
    action: 'POST /__preview',
    summary: 'Opens a preview of a build',
    target: buildId(build),
    body: { from: address ?? 'uploaded', madeBy: madeBy?.name ?? null },
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
      ip: request.ip,
    },
  });
  savePreview(reply, previews.claim(preview, developer.userId), isProduction);
  const page = build.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
  return reply.redirect(page.replace(/\/\*$/, '') || '/', 303);
}
