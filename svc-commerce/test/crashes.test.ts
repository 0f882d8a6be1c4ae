import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { send } from '@leadping/test-kit/send';
import { openShop, randomKeys, type Shop } from './shop.ts';

jest.setTimeout(180_000);

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('a process that dies between two steps', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await shop.close();
  });
  const children: ChildProcess[] = [];

  /** A second instance of the service, as a process of its own that kills itself at the named step. */
  const startInstance = async (failpoint: string) => {
    const { config } = shop;
    const child: ChildProcess = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', SERVER], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        LOG_LEVEL: 'info',
        PORT: '0',
        MONGODB_URI: config.MONGODB_URI,
        NATS_URL: config.NATS_URL,
        DATABASE_PREFIX: config.DATABASE_PREFIX,
        NATS_PREFIX: config.NATS_PREFIX,
        ACTOR_VERIFY_KEYS: config.ACTOR_VERIFY_KEYS.join(','),
        SEAL_KEYS: config.SEAL_KEYS.join(','),
        ERASURE_SEAL_KEYS: config.ERASURE_SEAL_KEYS.join(','),
        LICENSE_KEY_SEAL_KEYS: config.LICENSE_KEY_SEAL_KEYS.join(','),
        PUBLIC_URL: config.PUBLIC_URL,
        STRIPE_API_BASE: config.STRIPE_API_BASE,
        FAILPOINT: failpoint,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    if (!child.stdout) throw new Error('no output');
    for await (const line of createInterface(child.stdout)) {
      const { address } = JSON.parse(line) as { address?: string };
      if (address) return { address, died: once(child, 'exit') };
    }
    throw new Error('the instance did not start');
  };

  it.each([
    ['order.before-write', 0],
    ['order.after-write', 1],
  ])(
    'sends no 200 if it dies at %s, and the repeated event results in one order [R-checkout.10]',
    async (step, kept) => {
      const sessionId = await shop.checkOut('/api/create-main-checkout');
      await shop.pay(sessionId);
      const event = (await shop.eventsOf(shop.platformKey)).find(
        ({ type, data }) =>
          type === 'checkout.session.completed' && (data.object as { id: string }).id === sessionId,
      );
      const before = await shop.countOrders();
      const instance = await startInstance(step);
      await expect(shop.deliver(event ?? {}, { at: instance.address })).rejects.toThrow('fetch failed');
      expect(await instance.died).toEqual([null, 'SIGKILL']);
      expect(await shop.countOrders()).toBe(before + kept);
      expect((await shop.deliver(event ?? {})).status).toBe(200);
      expect(await shop.countOrders()).toBe(before + 1);
      expect((await shop.order(sessionId))?.status).toBe('completed');
    },
  );

  it('leaves a pending order, for which the repeated event waits for Stripe and results in one order', async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({}, keys);
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    await shop.pay(sessionId);
    const event = (await shop.eventsOf(keys.secretKey)).find(
      ({ type }) => type === 'checkout.session.completed',
    );
    await shop.database
      .collection('resellers')
      .updateOne({ _id: _id as never }, { $set: { isActive: false } });
    const faults = `${shop.sandbox.url}/sandbox/stripe/faults`;
    const fault = { key: keys.secretKey, path: '/v1/checkout/sessions', status: 503, times: 1000 };
    await send(faults, { method: 'PUT', json: fault });
    const to = { path: `/api/stripe-webhook/reseller/${_id}`, secret: keys.webhookSecret };
    const before = await shop.countOrders();
    const instance = await startInstance('order.after-write');
    await expect(shop.deliver(event ?? {}, { ...to, at: instance.address })).rejects.toThrow('fetch failed');
    expect(await instance.died).toEqual([null, 'SIGKILL']);
    expect(await shop.order(sessionId)).toMatchObject({ status: 'pending', facts: { paid: false } });

    expect((await shop.deliver(event ?? {}, to)).status).toBe(503);
    expect(await shop.order(sessionId)).toMatchObject({
      status: 'pending',
      unconfirmedAt: expect.any(Date),
    });
    await send(faults, { method: 'DELETE' });
    expect((await shop.deliver(event ?? {}, to)).status).toBe(200);
    expect((await shop.order(sessionId))?.status).toBe('completed');
    expect(await shop.countOrders()).toBe(before + 1);
  });
});
