import type { Role } from '@leadping/contracts/actor';
import { expectedOutcome, type Audience, type Caller, type Outcome } from '@leadping/contracts/access-table';
import type { Route } from '@leadping/contracts/route';
import { ACTOR_HEADER, actorTokens } from '@leadping/service-kit/http/actor-token';
import { randomBytes } from 'node:crypto';
import { customerHeaders, testActor } from '@leadping/test-kit/people';
import { OWN_ORIGIN, type Account, type Stack } from './stack.ts';
import { slugOf } from './tenant-data.ts';

type Headers = Record<string, string>;

/** The role that an audience admits. These callers have it, but something else is wrong. */
const RIGHT_ROLE: Readonly<Record<Audience, Role>> = {
  everyone: 'other',
  accounts: 'other',
  staff: 'support',
  admins: 'admin',
  publishers: 'admin',
  resellers: 'reseller',
  // No role admits to the calls of customers.
  customers: 'other',
  proof: 'admin',
};

const staffRole = (audience: Audience) => (RIGHT_ROLE[audience] === 'admin' ? 'admin' : 'support');

const GUARD_CODES: Readonly<Record<string, Outcome>> = {
  UNAUTHENTICATED: '401',
  FORBIDDEN: '403',
  ORIGIN_REFUSED: 'origin',
  PASSWORD_CHANGE_REQUIRED: 'password',
  SECOND_FACTOR_SETUP_REQUIRED: 'factor',
  FRESH_SIGN_IN_REQUIRED: 'fresh',
};

/** The headers of every caller in the table, with new sessions. */
export async function openCallers(
  stack: Stack,
  resellers: { a: string; b: string },
): Promise<(caller: Caller, audience: Audience) => Headers> {
  const cookies = new Map<string, string>();
  const add = async (
    name: string,
    role: Role,
    resellerId: string | null = null,
    state: Omit<Account, 'role' | 'resellerId'> = {},
  ) => {
    cookies.set(name, await stack.signIn({ role, resellerId, ...state }));
  };
  await add('other', 'other');
  await add('support', 'support');
  await add('admin', 'admin');
  await add('reseller', 'reseller', resellers.a);
  await add('resellerB', 'reseller', resellers.b);
  for (const role of ['other', 'support', 'admin', 'reseller'] as const) {
    const ofReseller = () => (role === 'reseller' ? randomBytes(12).toString('hex') : null);
    await add(`temporary ${role}`, role, ofReseller(), { temporaryPassword: true });
    await add(`stale ${role}`, role, ofReseller(), { isStale: true });
  }
  for (const role of ['support', 'admin'] as const) {
    await add(`factorless ${role}`, role, null, { lacksSecondFactor: true });
  }
  const tenantOrigin = OWN_ORIGIN.replace('://', `://${slugOf(resellers.a)}.`);
  const cookie = (name: string, origin?: string): Headers => ({
    cookie: `session=${cookies.get(name) ?? randomBytes(32).toString('base64url')}`,
    ...(origin === undefined ? {} : { origin }),
  });
  const customer = await stack.openCustomer('customer@example.com');
  const customerCookie = (origin?: string): Headers => ({
    cookie: `customer=${customer}`,
    ...(origin === undefined ? {} : { origin }),
  });
  return (caller, audience) => {
    const role = RIGHT_ROLE[audience];
    const rightCookie = (origin?: string) =>
      audience === 'customers' ? customerCookie(origin) : cookie(role, origin);
    switch (caller) {
      case 'customer':
        return customerCookie(OWN_ORIGIN);
      case 'nobody':
        return {};
      case 'token':
        return { authorization: `Bearer ${stack.releaseToken}` };
      case 'preview':
        return { authorization: `Bearer ${stack.previewToken}` };
      case 'device':
        return { origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop' };
      case 'temporary':
        return cookie(`temporary ${role}`, OWN_ORIGIN);
      case 'factorless':
        return cookie(`factorless ${staffRole(audience)}`, OWN_ORIGIN);
      case 'stale':
        return cookie(`stale ${role}`, OWN_ORIGIN);
      case 'ended':
        return cookie('a session that is no more', OWN_ORIGIN);
      case 'foreign':
        return rightCookie('https://evil.example');
      case 'tenant':
        return { ...rightCookie(tenantOrigin), 'sec-fetch-site': 'same-site' };
      case 'elsewhere':
        return rightCookie();
      case 'resellerA':
        return cookie('reseller', OWN_ORIGIN);
      default:
        return cookie(caller, OWN_ORIGIN);
    }
  };
}

/** A random address for each call, because other tests cover rate limits. */
export const someAddress = () => `10.${[...randomBytes(3)].join('.')}`;

export const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** A call that passes the guards but does nothing, because no route accepts the type of its body. */
export async function callThroughGuards(
  base: string,
  route: Route,
  headers: Headers,
  attempts = 3,
): Promise<Outcome | 'failed'> {
  const reply = await fetch(base + route.path.replaceAll(/:\w+/g, 'nothing-of-this-name'), {
    method: route.method,
    headers: {
      'x-forwarded-for': someAddress(),
      ...(route.method === 'GET' ? {} : { 'content-type': 'text/plain' }),
      ...headers,
    },
    ...(route.method === 'GET' ? {} : { body: 'no body of this route' }),
    redirect: 'manual',
  });
  const text = await reply.text();
  if (reply.status < 400) return 'yes';
  const { code, message } = JSON.parse(text) as { code: string; message: string };
  // Retry, because identity may reply too late on a busy machine.
  if (code === 'UNAVAILABLE' && attempts > 1) return callThroughGuards(base, route, headers, attempts - 1);
  // Without a guard, the code behind it may fail.
  if (reply.status >= 500) return 'failed';
  if (message.startsWith('No route')) throw new Error(`${nameOf(route)} is not served`);
  return GUARD_CODES[code] ?? 'yes';
}

export interface Mismatch {
  route: string;
  caller: Caller;
  expected: Outcome;
  found: Outcome | 'failed';
}

/** Calls a route as every caller of the table and lists mismatches. */
export async function mismatchesOf(
  base: string,
  route: Route,
  audience: Audience,
  headersOf: (caller: Caller, audience: Audience) => Headers,
  callers: readonly Caller[],
): Promise<Mismatch[]> {
  const found: Mismatch[] = [];
  for (const caller of callers) {
    const expected = expectedOutcome(nameOf(route), audience, caller);
    const outcome = await callThroughGuards(base, route, headersOf(caller, audience));
    if (outcome !== expected) found.push({ route: nameOf(route), caller, expected, found: outcome });
  }
  return found;
}

/** Calls services directly, because a service without its own checks would serve anyone who reaches its port. */
export async function serviceMismatchesOf(
  stack: Stack,
  route: Route,
  audience: Audience,
): Promise<Mismatch[]> {
  if (route.service === 'gateway') return [];
  const tokens = actorTokens((stack.environment.ACTOR_SIGNING_KEYS ?? '').split(','), 'gateway');
  const roles: Partial<Record<Caller, Parameters<typeof testActor>[0]>> = {
    other: { role: 'other' },
    support: { role: 'support' },
    resellerA: { role: 'reseller', resellerId: 'a'.repeat(24) },
    admin: { role: 'admin' },
    stale: { role: RIGHT_ROLE[audience], resellerId: 'a'.repeat(24), isFresh: undefined },
    temporary: { role: RIGHT_ROLE[audience], resellerId: 'a'.repeat(24), mustChangePassword: true },
    factorless: { role: staffRole(audience), mustSetUpSecondFactor: true },
  };
  const found: Mismatch[] = [];
  for (const caller of ['nobody', 'customer', ...Object.keys(roles)] as Caller[]) {
    const expected = expectedOutcome(nameOf(route), audience, caller);
    // Skip admitted callers, because their calls could change something.
    if (expected === 'yes') continue;
    const actor = roles[caller];
    const reply = await fetch(
      stack.serviceUrls[route.service] + route.path.replaceAll(/:\w+/g, 'nothing-of-this-name'),
      {
        method: route.method,
        headers:
          caller === 'customer'
            ? await customerHeaders('customer@example.com', route.service)
            : actor
              ? { [ACTOR_HEADER]: await tokens.sign(testActor(actor), route.service) }
              : {},
        ...(route.bodyType === 'multipart' ? { body: new FormData() } : {}),
      },
    );
    const text = await reply.text();
    const { code } = (reply.ok ? {} : JSON.parse(text)) as { code?: string };
    const outcome = GUARD_CODES[code ?? ''] ?? 'yes';
    if (outcome !== expected)
      found.push({ route: `${nameOf(route)} at the service`, caller, expected, found: outcome });
  }
  return found;
}
