import type { Actor } from '@leadping/contracts/actor';
import { findKnownBrowser, findSession } from '@leadping/contracts/identity/requests';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import type { Service } from '@leadping/service-kit/process/service';
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { testActor } from '@leadping/test-kit/people';
import { openTestStreams } from '@leadping/test-kit/test-streams';
import { until } from '@leadping/test-kit/until';
import { buildGateway } from '../src/app.ts';
import { GatewayConfig } from '../src/config.ts';
import type { Build } from './builds.ts';
import { writeBuild } from './builds.ts';
import type { HealthPace } from '../src/releases/watch-health.ts';
import { startUpstream, type UpstreamUnderTest } from './upstream.ts';

/** The product's own origin in the configuration of the tests. */
export const OWN_ORIGIN = 'http://localhost:8080';
export const RELEASE_TOKEN = 'a'.repeat(40);

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: () => Record<string, unknown>;
}

export interface CallOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Buffer;
  /** The session cookie. */
  session?: string;
}

/** Sends one request on its own connection, with path and headers exactly as given. */
export function callAt(base: string, target: string, options: CallOptions = {}): Promise<Reply> {
  const { json, session } = options;
  const body = json === undefined ? options.body : JSON.stringify(json);
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const call = httpRequest({
      hostname,
      port,
      path: target,
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      agent: false,
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session === undefined ? {} : { cookie: `session=${session}` }),
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...options.headers,
      },
    });
    call.once('error', reject);
    call.once('response', (reply) => {
      readText(reply).then((text) => {
        const json = () => JSON.parse(text) as Record<string, unknown>;
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text, json });
      }, reject);
    });
    call.end(body);
  });
}

export interface GatewayUnderTest {
  config: GatewayConfig;
  url: string;
  service: Service;
  call: (target: string, options?: CallOptions) => Promise<Reply>;
  close: () => Promise<void>;
}

export interface StackUnderTest extends GatewayUnderTest {
  upstream: UpstreamUnderTest;
  identity: FakeService;
  /** Signs a user in and returns the cookie's value. */
  signIn: (actor?: Partial<Actor>) => string;
  signOut: (cookie: string) => string;
  /** Holds identity's replies about sessions until the returned function is called. */
  holdSessions: (most?: number) => () => void;
  /** Number of session requests to identity. */
  questions: () => number;
  /** Starts another instance of the same gateway. */
  another: (overrides?: Partial<GatewayConfig>) => Promise<GatewayUnderTest>;
}

async function openGateway(config: GatewayConfig, pace?: HealthPace): Promise<GatewayUnderTest> {
  const service = await buildGateway(config, pace);
  const url = await service.listen();
  let closing: Promise<void> | undefined;
  return {
    config,
    service,
    url,
    call: (target, options) => callAt(url, target, options),
    close: () => (closing ??= service.close()),
  };
}

/** Checks releases more often than production, so that tests wait less. Page loads have the same half second to be written. */
export const FAST_PACE: HealthPace = { checkMs: 400, writeMs: 100, countedMs: 600 };

/**
 * Starts a gateway on a free port, with a service behind it and a fake identity on the bus. Builds to seed are
 * optional.
 */
export async function startGateway(
  options: { env?: Record<string, string>; builds?: Build[]; pace?: HealthPace } = {},
): Promise<StackUnderTest> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-'));
  const upstream = await startUpstream();
  const seeds = await Promise.all(
    (options.builds ?? []).map((build) => writeBuild(path.join(folder, 'dist', build.manifest.name), build)),
  );
  const config = testConfig(GatewayConfig, {
    PORT: '0',
    IDENTITY_URL: upstream.url,
    COMMERCE_URL: upstream.url,
    LICENSING_URL: upstream.url,
    SUPPORT_URL: upstream.url,
    RELEASE_SIGNING_SEED: randomBytes(32).toString('hex'),
    RELEASE_TOKENS: `${RELEASE_TOKEN},mfe-support:${'b'.repeat(40)},preview@mfe-storefront:${'p'.repeat(40)}`,
    ASSETS_FOLDER: path.join(folder, 'assets'),
    STATE_FOLDER: path.join(folder, 'state'),
    SEED_RELEASES: seeds.join(','),
    ...options.env,
  });
  await openTestStreams(config, []);
  const identity = await openFakeService(config, 'svc-identity');
  const sessions = new Map<string, { sessionId: string; actor: Actor }>();
  let questions = 0;
  let held: Promise<void> | undefined;
  let leftToHold = 0;
  identity.bus.respond(findSession, async ({ cookieHash }) => {
    questions += 1;
    leftToHold -= 1;
    if (leftToHold >= 0) await held;
    return { session: sessions.get(cookieHash) ?? null };
  });
  identity.bus.respond(findKnownBrowser, async ({ cookie }) => ({
    userId: /^browser-of-(\w+)$/.exec(cookie)?.[1] ?? null,
  }));
  const gateway = await openGateway(config, options.pace);
  const others: GatewayUnderTest[] = [];
  if (seeds.length > 0) await until(async () => (await gateway.call('/readyz')).status === 200);
  await until(async () => {
    const { checks } = await gateway.service.readiness();
    return checks.database === true && checks.nats === true;
  });
  await (await identity.bus.connected).flush();

  return {
    ...gateway,
    upstream,
    identity,
    signIn: (actor = {}) => {
      const cookie = randomBytes(16).toString('hex');
      sessions.set(hashSecretToken(cookie), { sessionId: `session-of-${cookie}`, actor: testActor(actor) });
      return cookie;
    },
    signOut: (cookie) => {
      const cookieHash = hashSecretToken(cookie);
      const sessionId = sessions.get(cookieHash)?.sessionId ?? '';
      sessions.delete(cookieHash);
      return sessionId;
    },
    holdSessions: (most = Infinity) => {
      let release = () => {};
      leftToHold = most;
      held = new Promise<void>((resolve) => (release = resolve));
      return () => {
        held = undefined;
        release();
      };
    },
    questions: () => questions,
    another: async (overrides = {}) => {
      const state = { STATE_FOLDER: path.join(folder, `state-${others.length + 2}`) };
      const other = await openGateway({ ...config, ...state, ...overrides }, options.pace);
      others.push(other);
      // A test may remove either on purpose.
      await until(async () => {
        const { checks } = await other.service.readiness();
        return (
          (checks.database === true || 'MONGODB_URI' in overrides) &&
          (checks.nats === true || 'NATS_URL' in overrides)
        );
      });
      return other;
    },
    close: async () => {
      await Promise.all([gateway, ...others].map((one) => one.close()));
      await upstream.close();
      await identity.close();
      await dropStack(config);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns for example `403 ORIGIN_REFUSED`, and checks that the reply has the usual error format. */
export function errorOf(reply: Reply): string {
  const { message, code, requestId, ...rest } = reply.json();
  if (typeof message !== 'string' || typeof requestId !== 'string')
    throw new Error(`no error body: ${reply.text}`);
  if (Object.keys(rest).some((key) => key !== 'field' && key !== 'fields'))
    throw new Error(`more than an error body: ${reply.text}`);
  return `${reply.status} ${String(code)}`;
}
