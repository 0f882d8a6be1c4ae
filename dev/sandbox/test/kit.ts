import { afterAll, beforeAll } from '@jest/globals';
import { ServerClient } from 'postmark';
import Stripe from 'stripe';
import type { HookRequest } from '../src/hooks/bin.ts';
import { startSandbox, type RunningSandbox } from '../src/start-sandbox.ts';
import type { Delivery } from '../src/stripe/webhooks/delivery.ts';

export interface Kit {
  readonly url: string;
  /** The real library, by default with the key of a new account. */
  stripe(key?: string, options?: Stripe.StripeConfig): Stripe;
  postmark(token?: string, timeoutSeconds?: number): ServerClient;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/** A sandbox for one test file. */
export function useSandbox(): Kit {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  afterAll(async () => sandbox.stop());
  return {
    get url() {
      return sandbox.url;
    },
    stripe: (key, options) => stripeAt(sandbox.port, key, options),
    postmark: (token = 'server-token', timeout = 20) =>
      new ServerClient(token, { requestHost: `127.0.0.1:${sandbox.port}`, useHttps: false, timeout }),
    call: (method, path, body) => callAt(sandbox.url, method, path, body),
  };
}

let accounts = 0;

/** A secret key that no other test uses. */
export function freshKey(mode: 'test' | 'live' = 'test'): string {
  accounts += 1;
  return `sk_${mode}_${process.pid}x${accounts}`;
}

export function stripeAt(port: number, key = freshKey(), options: Stripe.StripeConfig = {}): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, ...options });
}

export async function callAt(url: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
}

type SessionParams = Stripe.Checkout.SessionCreateParams;

export function sessionParams(
  overrides: Partial<SessionParams> = {},
  unitAmount = 9_700,
  currency = 'usd',
): SessionParams {
  return {
    mode: 'payment',
    line_items: [
      {
        price_data: { currency, unit_amount: unitAmount, product_data: { name: 'Lifetime license' } },
        quantity: 1,
      },
    ],
    success_url: 'http://localhost:8080/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:8080/',
    managed_payments: { enabled: false },
    ...overrides,
  };
}

/** Repeats `read` until `isDone` holds. The test's timeout ends the wait. */
export async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The error of a failed call. */
export async function errorReplyOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    return error as Stripe.errors.StripeError;
  }
  throw new Error('the call was expected to fail');
}

export interface Listener {
  secret: string;
  requests(count: number): Promise<HookRequest[]>;
  deliveries(isDone: (all: Delivery[]) => boolean): Promise<Delivery[]>;
}

/** An endpoint of the account behind `key` that ends in an inbox of the same sandbox. */
export async function listen(kit: Kit, key: string, enabledEvents = ['*']): Promise<Listener> {
  accounts += 1;
  const bin = `bin${accounts}`;
  const url = `${kit.url}/hooks/${bin}`;
  const secret = `whsec_${bin}_known`;
  await kit.call('PUT', `/sandbox/accounts/${key}/webhook`, { url, secret, enabled_events: enabledEvents });
  return {
    secret,
    requests: (count) =>
      until(
        async () => (await kit.call('GET', `/hooks/${bin}/requests`)).body as HookRequest[],
        (all) => all.length >= count,
      ),
    deliveries: (isDone) =>
      until(
        async () =>
          ((await kit.call('GET', '/sandbox/deliveries')).body as Delivery[]).filter(
            (each) => each.url === url,
          ),
        isDone,
      ),
  };
}

export const typesOf = (requests: HookRequest[]) =>
  requests.map(({ json }) => (json as { type: string }).type);

/** Changes the settings of an account that a seller changes in Stripe's dashboard. */
export async function setProfile(kit: Kit, key: string, profile: object): Promise<void> {
  const { status, body } = await kit.call('PUT', `/sandbox/accounts/${key}/profile`, profile);
  if (status !== 200) throw new Error(`the profile was refused: ${JSON.stringify(body)}`);
}

/** A session for one product with a tax code. */
export function taxedParams(
  behavior: 'inclusive' | 'exclusive',
  unitAmount: number,
  currency = 'eur',
  overrides: Partial<SessionParams> = {},
): SessionParams {
  return sessionParams({
    line_items: [
      {
        price_data: {
          currency,
          unit_amount: unitAmount,
          tax_behavior: behavior,
          product_data: { name: 'Lifetime license', tax_code: 'txcd_10202003' },
        },
        quantity: 1,
      },
    ],
    automatic_tax: { enabled: true },
    ...overrides,
  });
}
