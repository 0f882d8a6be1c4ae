import type { Route } from '@leadping/contracts/route';
import { ROUTES } from '@leadping/contracts/routes';
import { PNG } from '@leadping/test-kit/images';
import fc from 'fast-check';
import { nameOf, someAddress } from './access-matrix.ts';
import { requestsTo } from './arbitrary-request.ts';
import type { Stack } from './stack.ts';
import { DEVICE_ID, REFUND_KEY, type TenantIds } from './tenant-data.ts';

type Headers = Record<string, string>;

const ofResellers = ROUTES.filter(({ access }) => access === 'reseller');
/** Discount codes are stored at Stripe only. `svc-commerce/test/discount-codes.test.ts` keeps sellers apart there. */
const isStoredHere = ({ path }: Route) => !path.startsWith('/api/resellers/discount-codes');
const hasId = ({ path }: Route) => path.includes('/:id');

/** Routes that show a reseller several documents: lists, summaries, exports. */
export const VIEWS = ofResellers.filter((route) => route.method === 'GET' && !hasId(route));
const isDeletion = ({ method }: Route) => Number(method === 'DELETE');
/**
 * Routes that show or change one document by its id. Deletions come last, parts before wholes, so that earlier calls
 * find their documents.
 */
export const SINGLE = ofResellers
  .filter((route) => hasId(route) && isStoredHere(route))
  .sort((a, b) => isDeletion(a) - isDeletion(b) || b.path.length - a.path.length);
/** All other routes that change something. */
export const CHANGES = ofResellers.filter(
  (route) => route.method !== 'GET' && !hasId(route) && isStoredHere(route),
);

const DAY_MS = 24 * 3_600_000;
const dayBefore = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10);
/** Required queries of views. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/resellers/sales': `from=${dayBefore(10)}&to=${dayBefore(0)}`,
};

export interface Seen {
  status: number;
  text: string;
  nextCursor: string | null;
}

const keyFor = ({ path }: Route): Headers =>
  path.endsWith('/refunds') ? { 'idempotency-key': REFUND_KEY } : {};

export async function call(
  stack: Stack,
  route: Route,
  headers: Headers,
  { path = route.path, query = '', body }: { path?: string; query?: string; body?: unknown } = {},
): Promise<Seen> {
  const init: RequestInit = {
    method: route.method,
    headers: { 'x-forwarded-for': someAddress(), ...keyFor(route), ...headers },
  };
  if (route.bodyType === 'multipart') {
    const form = new FormData();
    form.set('logo', new Blob([new Uint8Array(PNG)]), 'logo.png');
    init.body = form;
  } else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'content-type': 'application/json' };
  }
  const reply = await fetch(`${stack.gatewayUrl}${path}${query && `?${query}`}`, init);
  return { status: reply.status, text: await reply.text(), nextCursor: reply.headers.get('x-next-cursor') };
}

/** Calls a view with only its required query. */
export function view(stack: Stack, route: Route, headers: Headers, query = ''): Promise<Seen> {
  const needed = QUERIES[route.path] ?? '';
  return call(stack, route, headers, { query: [needed, query].filter(Boolean).join('&') });
}

/** Queries of a view that try to reach another reseller. */
export function queriesTo(route: Route, ids: TenantIds): string[] {
  const { reseller } = ids;
  const known = Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {});
  const searches = known.includes('search')
    ? [...ids.orders, ...ids.sessions, ...ids.licenses, ...ids.licenseKeys, reseller]
    : [];
  return [
    `resellerId=${reseller}`,
    `seller=${reseller}&receiver=reseller:${reseller}`,
    'everySeller=true&seller=all',
    ...searches.map((text) => `search=${encodeURIComponent(text)}`),
  ];
}

export const idsOf = ({ reseller, ...lists }: TenantIds): string[] => [
  reseller,
  ...Object.values(lists).flat(),
];

/** The ids of a tenant that a route accepts. */
export function idsFor(route: Route, { orders, licenses, deliveries }: TenantIds): string[] {
  const { params } = route;
  return [...orders, ...licenses, ...deliveries].filter(
    (id) => params?.safeParse({ id, deviceId: DEVICE_ID }).success ?? true,
  );
}

export const pathOf = ({ path }: Route, id: string) =>
  path.replace(':id', encodeURIComponent(id)).replace(':deviceId', DEVICE_ID);

/** Bodies for routes where the service refuses what the contract allows. */
const TAKEN_BODIES: Readonly<Record<string, object>> = {
  'POST /api/resellers/business-config': {
    businessName: 'New Tools',
    productPrice: '99.00',
    currency: 'EUR',
  },
  'POST /api/resellers/stripe-config': {
    liveSecretKey: 'sk_live_0123456789abcdef',
    livePublishableKey: 'pk_live_0123456789abcdef',
    webhookSecret: 'whsec_0123456789abcdef',
  },
  'POST /api/resellers/orders/:id/refunds': { amount: '1.00', refunded: '0.00' },
  'POST /api/resellers/licenses/:id/rotate': { keyNumber: 1, keptDevices: [] },
  // Another choice is tried on the reseller's Stripe account.
  'PUT /api/resellers/tax': { mode: 'none', collectTaxIds: false },
  'PUT /api/resellers/webhook': { orderWebhookUrl: 'https://receiver.example/new' },
  'POST /api/resellers/webhook/test': { webhookUrl: 'https://receiver.example/new' },
};

/** A body that contract and service accept, with these ids if it takes any. */
export function bodyFor(route: Route, ids: readonly string[] = []): unknown {
  const { body: schema } = route;
  if (!schema) return undefined;
  const taken = TAKEN_BODIES[nameOf(route)];
  if (taken) return taken;
  const found = fc
    .sample(requestsTo(route), { numRuns: 500, seed: 1 })
    .map(({ body }) => body)
    .find((body) => schema.safeParse(body).success);
  if (found === undefined) throw new Error(`No body was found for ${nameOf(route)}`);
  return typeof found === 'object' && found !== null && 'ids' in found ? { ...found, ids } : found;
}
