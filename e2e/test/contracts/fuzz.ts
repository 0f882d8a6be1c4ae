import { audienceOf, type Audience, type Caller } from '@leadping/contracts/access-table';
import { ErrorBody, ERROR_STATUS } from '@leadping/contracts/errors';
import { errorCodesOf } from '@leadping/contracts/openapi';
import type { Route } from '@leadping/contracts/route';
import { ROUTES } from '@leadping/contracts/routes';
import fc from 'fast-check';
import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { z } from 'zod';
import { nameOf, someAddress } from './access-matrix.ts';
import type { SentFile } from './arbitrary-image.ts';
import { requestsTo, type FuzzRequest } from './arbitrary-request.ts';
import { inTurns } from './in-turns.ts';
import type { KnownValues } from './known-values.ts';
import { signatureOf } from './sign-request.ts';
import type { Stack } from './stack.ts';

const CALLERS = ['nobody', 'other', 'support', 'resellerA', 'admin', 'customer'] as const satisfies Caller[];
const HANG_MS = 2000;
/** Slow calls are repeated before they count as a hang, because the machine may be busy. */
const REPEATS = 3;
/** Maximum time of a call in password hashes, which measure how busy the machine is. */
const HASHES = 10;
/** Calls that run for minutes or end the shared sessions. */
const NOT_AS_ADMIN = new Set([
  'POST /api/admin/run-comprehensive-tests',
  'POST /api/admin/run-selenium-tests',
]);
const WITHOUT_SESSION = new Set(['POST /api/logout']);
/** Errors of other systems that a contract may declare. */
const DECLARED_FAILURES = new Set([
  'PAYMENT_PROVIDER_FAILED',
  'MAIL_PROVIDER_FAILED',
  'PAYMENT_NOT_CONFIGURED',
]);
/** Errors of the gateway and the parser before the contract is checked. */
const BEFORE_THE_CONTRACT = new Set([
  'VALIDATION_FAILED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
]);
const INSIDES = /node_modules|\bat \w+[^\n]*\(|file:\/\/|\/src\/|\/dist\/|MongoServerError|E11000/;

export interface Fault {
  route: string;
  caller: Caller;
  fault: string;
  request: FuzzRequest;
}

export interface FuzzRun {
  requests: number;
  byStatus: Record<string, number>;
  /** Number of successful requests per route. */
  accepted: Record<string, number>;
  faults: Fault[];
}

/** Routes that succeed only with data stored for them. */
const NEEDING_STORED: readonly string[] = [
  'GET /api/checkout-return',
  'GET /api/checkout-status',
  'GET /api/logos/:name',
  'POST /api/resellers/upload-logo',
  'POST /api/stripe-webhook',
  'POST /api/stripe-webhook/reseller/:resellerId',
  'POST /api/webhook/license-create',
];
export const ROUTES_OF_STORED = ROUTES.filter((route) => NEEDING_STORED.includes(nameOf(route)));
export const OTHER_ROUTES = ROUTES.filter((route) => !NEEDING_STORED.includes(nameOf(route)));

/** Sends this many requests to each route: two of three as an admitted caller, the others in any role. */
export async function fuzz(options: {
  stack: Stack;
  routes: readonly Route[];
  headersOf: (caller: Caller) => Record<string, string>;
  known: KnownValues;
  perRoute: number;
  seed: number;
  onProgress?: (run: FuzzRun) => void;
  signal?: AbortSignal;
}): Promise<FuzzRun> {
  const { stack, routes, headersOf, known, perRoute, seed, onProgress, signal } = options;
  const run: FuzzRun = { requests: 0, byStatus: {}, accepted: {}, faults: [] };
  await inTurns(routes, async (route) => {
    const samples = fc.sample(
      fc.tuple(
        requestsTo(route, known),
        fc.oneof(
          { arbitrary: fc.constant(null), weight: 2 },
          { arbitrary: fc.constantFrom(...CALLERS), weight: 1 },
        ),
      ),
      {
        numRuns: perRoute,
        seed,
      },
    );
    for (const [request, chosen] of samples) {
      if (signal?.aborted) return;
      const name = nameOf(route);
      const caller = callerOf(name, chosen ?? ADMITTED[audienceOf(name) ?? 'admins']);
      const { fault, status } = await judge({ stack, known }, route, request, headersOf(caller));
      run.requests += 1;
      run.byStatus[status] = (run.byStatus[status] ?? 0) + 1;
      if (status.startsWith('2')) run.accepted[name] = (run.accepted[name] ?? 0) + 1;
      if (fault !== null) run.faults.push({ route: name, caller, fault, request });
    }
    onProgress?.(run);
  });
  return run;
}

function callerOf(name: string, chosen: Caller): Caller {
  if (WITHOUT_SESSION.has(name)) return 'nobody';
  return NOT_AS_ADMIN.has(name) && chosen === 'admin' ? 'support' : chosen;
}

interface Target {
  stack: Stack;
  known: KnownValues;
}

async function judge(
  target: Target,
  route: Route,
  request: FuzzRequest,
  headers: Record<string, string>,
): Promise<{ status: string; fault: string | null }> {
  let slowest = '';
  for (let attempt = 1; attempt <= REPEATS; attempt += 1) {
    const since = performance.now();
    let reply: Response;
    let text: string;
    try {
      reply = await fetch(...callOf(target, route, request, headers));
      text = await reply.text();
    } catch (error) {
      return { status: 'reset', fault: `no reply: ${String((error as Error).cause ?? error)}` };
    }
    const ms = performance.now() - since;
    const isBusy =
      (reply.status === 503 && text.includes('UNAVAILABLE')) ||
      (reply.status === 504 && text.includes('UPSTREAM_TIMEOUT'));
    if (!isBusy && (ms < HANG_MS || ms < HANG_MS + HASHES * (await timeOfHash())))
      return { status: String(reply.status), fault: faultOf(route, reply, text) };
    slowest = isBusy ? `${reply.status} ${text}` : `took ${Math.round(ms)} ms`;
  }
  return { status: 'slow', fault: slowest };
}

/** About 40 ms on an idle machine. */
async function timeOfHash(): Promise<number> {
  const since = performance.now();
  await promisify(scrypt)('password', 'salt', 32);
  return performance.now() - since;
}

function faultOf(route: Route, reply: Response, text: string): string | null {
  const { status } = reply;
  if (INSIDES.test(text) && status >= 400) return `shows its insides: ${text.slice(0, 300)}`;
  if (status < 300) return outsideContract(route, reply, text);
  if (status === 304 || (status === 303 && status in route.replies)) return null;
  const parsed = ErrorBody.safeParse(parseJson(text));
  if (!parsed.success) return `${status} without the shape of errors: ${text.slice(0, 300)}`;
  const { code } = parsed.data;
  if (ERROR_STATUS[code] !== status) return `${code} with ${status}`;
  if (status >= 500 && !DECLARED_FAILURES.has(code)) return `${status} ${text}`;
  return errorCodesOf(route).has(code) || BEFORE_THE_CONTRACT.has(code)
    ? null
    : `${code} is not in its contract`;
}

function outsideContract(route: Route, reply: Response, text: string): string | null {
  const schema = route.replies[reply.status];
  if (!schema) return `${reply.status} is not in its contract`;
  if (!reply.headers.get('content-type')?.startsWith('application/json')) return null;
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success ? null : `a reply beside its contract: ${parsed.error.message.slice(0, 300)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function callOf(
  { stack, known }: Target,
  route: Route,
  { params, query, headers: extra, body }: FuzzRequest,
  headers: Record<string, string>,
): [string, RequestInit] {
  const path = route.path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => encoded(textOf(asRecord(params)[name])) || '-',
  );
  const search = Object.entries(asRecord(query))
    .map(([name, value]) => `${encoded(name)}=${encoded(textOf(value))}`)
    .join('&');
  const sent: Record<string, string> = { 'x-forwarded-for': someAddress(), ...headers };
  for (const [name, value] of Object.entries(asRecord(extra))) {
    // HTTP clients send no other characters in a header.
    const text = textOf(value)
      .replaceAll(/[^\x20-\x7e]/g, '?')
      .slice(0, 4000);
    if (/^[a-z-]+$/.test(name)) sent[name] = text;
  }
  const init: RequestInit = { method: route.method, headers: sent, redirect: 'manual' };
  if (route.method !== 'GET') {
    if (route.bodyType === 'multipart') {
      const { base64 } = asRecord(body) as Partial<SentFile>;
      const file = base64 === undefined ? textOf(body) : Buffer.from(base64, 'base64');
      init.body = new FormData();
      init.body.set('logo', new Blob([file]), 'logo.png');
    } else if (route.bodyType === 'form') {
      const fields = Object.entries(asRecord(body)).map(([name, value]) => [name, textOf(value)]);
      init.body = new URLSearchParams(fields);
    } else {
      const json = JSON.stringify(body) ?? '';
      sent['content-type'] = 'application/json';
      init.body = json;
      Object.assign(sent, signatureOf(stack, known, { path: route.path, params, body, json }));
    }
  }
  return [`${stack.gatewayUrl}${path}${search && `?${search.slice(0, 1500)}`}`, init];
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 1500);
const encoded = (text: string) =>
  encodeURIComponent(text.replaceAll(/[\uD800-\uDFFF]/g, '?'))
    .slice(0, 1500)
    .replace(/%.?$/, '');

const isRefused = (schema: z.ZodType, body: unknown) => !schema.safeParse(body).success;

/**
 * Sends requests that must be refused to every route that changes something: any body without permission, and invalid
 * bodies with permission. @returns requests that were not refused
 */
export async function sendRefused(options: {
  stack: Stack;
  headersOf: (caller: Caller) => Record<string, string>;
  known: KnownValues;
  perRoute: number;
  seed: number;
}): Promise<{ requests: number; accepted: string[] }> {
  const { stack, headersOf, known, perRoute, seed } = options;
  const accepted: string[] = [];
  let requests = 0;
  await inTurns(
    ROUTES.filter(({ method }) => method !== 'GET'),
    async (route) => {
      const { body: schema } = route;
      const samples = fc.sample(requestsTo(route, known), { numRuns: perRoute, seed });
      for (const request of samples) {
        const callers: Caller[] = [];
        const audience = audienceOf(nameOf(route)) ?? 'admins';
        if (audience !== 'everyone' && audience !== 'proof')
          callers.push(audience === 'accounts' ? 'nobody' : 'other');
        // A form has only texts, so that a body of other types is not refused.
        if (schema && !['raw', 'form'].includes(route.bodyType ?? '') && isRefused(schema, request.body))
          callers.push(ADMITTED[audience]);
        for (const caller of callers) {
          const reply = await fetch(...callOf({ stack, known }, route, request, headersOf(caller)));
          await reply.text();
          requests += 1;
          if (reply.status < 400)
            accepted.push(`${nameOf(route)} by ${caller}: ${JSON.stringify(request.body)}`);
        }
      }
    },
  );
  return { requests, accepted };
}

const ADMITTED: Readonly<Record<Audience, Caller>> = {
  everyone: 'nobody',
  accounts: 'other',
  staff: 'support',
  admins: 'admin',
  publishers: 'admin',
  resellers: 'resellerA',
  customers: 'customer',
  proof: 'nobody',
};
