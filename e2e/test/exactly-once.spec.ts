import type { Stack } from '@leadping/dev-stack/stack';
import { untilPublished } from '@leadping/test-kit/until-published';
import { expect, test } from '@playwright/test';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { codeFor, CODES, countMiscalculated, openTaxedShop, TAXED_COUNTRY } from '../load/taxed-shop.ts';
import { LICENSE_KEY, platformClient, until } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { useOwnStack } from './own-stack.ts';
import { person } from './person.ts';

/** `npm run exactly-once` uses more. */
const ORDERS = Number(process.env.ORDERS ?? 12);
const AT_ONCE = 8;
const MIN_KILLS = 11;

/** The steps of the reliability table at which a process dies: at its nth pass, and again after every n. */
const FAILPOINTS = {
  'svc-commerce': [
    'order.before-write@4',
    'order.after-write@6',
    'relay.after-publish@5',
    'licensing.license.issued.before-ack@7',
  ],
  'svc-licensing': ['commerce.order.paid.before-ack@5', 'relay.after-publish@6'],
  'svc-support': ['licensing.license.issued.before-ack@5', 'mail.after-lease@4', 'mail.after-send@7'],
} as const;

/** A separate stack, because every process in it is killed repeatedly. */
test.describe('a paid order becomes exactly one license and one mail', () => {
  // Buyers have their own addresses. A mail of a killed process is sent when its lease ends.
  const own = useOwnStack('once', {
    env: {
      gateway: { TRUST_PROXY: '127.0.0.0/8' },
      'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
      'svc-support': { MAIL_LEASE_SECONDS: '4' },
    },
  });

  test(`for ${ORDERS} orders with duplicated, shuffled and delayed messages and processes killed between the steps`, async () => {
    test.setTimeout(900_000);
    const client = platformClient(own.stack);
    const admin = person(own.stack);
    await admin.signIn(ADMIN.username, ADMIN.password);
    await openTaxedShop(own.stack, admin.call);
    await client.sandbox('/sandbox/webhooks/retries', 'PUT', {
      delaysMs: Array.from({ length: 50 }, () => 1500),
      timeoutMs: 5000,
    });
    await client.sandbox('/sandbox/webhooks/faults', 'POST', { duplicates: 2, reorder: 4 });
    await client.sandbox('/sandbox/webhooks/faults', 'POST', { delayMs: 400, times: Math.ceil(ORDERS / 3) });

    let finished = false;
    const kills = killEverything(own.stack, own.folder, () => finished);
    let attempts = 0;
    // Each attempt has its own address, because retries would exceed the rate limit.
    const nextAddress = () => {
      attempts += 1;
      return `10.${(attempts >> 16) & 255}.${(attempts >> 8) & 255}.${attempts & 255}`;
    };
    const buyers = Array.from({ length: ORDERS }, (_, index) => `buyer-${index}@example.com`);
    const queue = [...buyers.entries()];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [index, email] = next;
          const session = await until(
            'a checkout starts',
            () => client.startCheckout(nextAddress(), codeFor(index)),
            180,
          );
          await client.pay(session, email, index % 5 === 0 ? 'async_paid' : 'paid', TAXED_COUNTRY);
        }
      }),
    );
    await client.sandbox('/sandbox/webhooks/release', 'POST', {});
    finished = true;
    const killed = await kills;
    for (const name of Object.keys(FAILPOINTS) as (keyof typeof FAILPOINTS)[])
      await own.stack.processes[name].restart();

    const mailed = new Map<string, string[]>();
    await until(
      'every buyer has a mail',
      async () => {
        for (const email of buyers) {
          if ((mailed.get(email)?.length ?? 0) > 0) continue;
          const mails = await client.mailsTo(email);
          if (mails.length === 0) return false;
          mailed.set(
            email,
            mails.map(({ textBody }) => LICENSE_KEY.exec(textBody)?.[0] ?? 'no key'),
          );
        }
        return true;
      },
      420,
    );
    await untilPublished(of('commerce', 'orders'), of('licensing', 'licenses'));
    for (const email of buyers) {
      const mails = await client.mailsTo(email);
      mailed.set(
        email,
        mails.map(({ textBody }) => LICENSE_KEY.exec(textBody)?.[0] ?? 'no key'),
      );
    }

    const orders = await of('commerce', 'orders').countDocuments({ status: 'completed' });
    const free = await of('commerce', 'orders').countDocuments({ 'money.amountMinor': 0 });
    const discounted = await of('commerce', 'orders').countDocuments({ 'amounts.discountMinor': { $gt: 0 } });
    const coded = buyers.map((_, index) => codeFor(index)).filter((code) => code !== undefined);
    const licenses = await of('licensing', 'licenses').countDocuments();
    const licensedOrders = (await of('licensing', 'licenses').distinct('orderId')).length;
    const mails = [...mailed.values()].flat();
    const figures = {
      paid: ORDERS,
      orders,
      licenses,
      mails: mails.length,
      lost: ORDERS - licensedOrders,
      double: licenses - licensedOrders + mails.length - mailed.size,
      killed,
    };
    console.log(`exactly once: ${JSON.stringify(figures)}`);
    expect(figures).toMatchObject({ orders: ORDERS, licenses: ORDERS, mails: ORDERS, lost: 0, double: 0 });
    expect({ free, discounted }).toEqual({
      free: coded.filter((code) => code === CODES.all).length,
      discounted: coded.length,
    });
    expect(await countMiscalculated(own.databaseOf('commerce'), buyers)).toBe(0);
    expect(new Set(mails).size).toBe(ORDERS);
    expect(killed).toBeGreaterThanOrEqual(MIN_KILLS);
  });

  const of = (service: string, collection: string) => own.databaseOf(service).collection(collection);
});

/**
 * Kills and freezes process after process, and deletes the store of NATS, until the buyers are finished and it has killed
 * MIN_KILLS. A fast machine finishes before.
 * @returns how often it killed.
 */
async function killEverything(stack: Stack, folder: string, isFinished: () => boolean): Promise<number> {
  let killed = 0;
  const send = (pid: number | undefined, signal: NodeJS.Signals) => {
    if (!pid) return;
    try {
      process.kill(pid, signal);
      if (signal !== 'SIGCONT') killed += 1;
    } catch (error) {
      // It died at its failpoint a moment ago.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const isEnough = () => isFinished() && killed >= MIN_KILLS;
  const processes = Object.values(stack.processes);
  for (let round = 0; !isEnough(); round += 1) {
    for (const [name, points] of Object.entries(FAILPOINTS)) {
      if (isEnough()) break;
      const managed = stack.processes[name as keyof typeof FAILPOINTS];
      await managed.restart({ FAILPOINT: points[round % points.length] ?? '' });
      killed += 1;
    }
    const victim = processes[round % processes.length];
    const frozen = processes[(round + 2) % processes.length]?.pid();
    send(frozen, 'SIGSTOP');
    send(victim?.pid(), 'SIGKILL');
    if (round % 3 === 0) {
      // Move its store away, so that it restarts without data.
      await rename(join(folder, 'nats/store'), join(folder, `lost-store-${round}`));
      send(stack.nats.pid(), 'SIGKILL');
    }
    if (round % 4 === 1) for (const pid of Object.values(stack.database.pids())) send(pid, 'SIGKILL');
    await until('the killed process is back', async () => (await victim?.ready(), true), 120);
    send(frozen, 'SIGCONT');
  }
  return killed;
}
