import { ROOT } from '@leadping/dev-stack/root';
import { untilPublished } from '@leadping/test-kit/until-published';
import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LICENSE_KEY, platformClient, until } from '../platform.ts';
import { useOwnStack } from './own-stack.ts';

const PRELOAD = pathToFileURL(join(ROOT, 'test-kit/src/shifted-clock.mjs')).href;
const BUYERS = 10;
const ADMIN = { username: 'admin', password: 'correct horse battery' };
/** One admin call of each service. */
const ADMIN_CALLS = ['/api/user', '/api/admin/settings', '/api/admin/licenses', '/api/admin/support-tickets'];

const FAST = { CLOCK_SHIFT_SECONDS: '600', NODE_OPTIONS: `--import=${PRELOAD}` };
const SLOW = { ...FAST, CLOCK_SHIFT_SECONDS: '-600' };

for (const [how, env] of [
  [
    'commerce and support are ten minutes ahead, the others behind',
    { gateway: SLOW, 'svc-identity': SLOW, 'svc-commerce': FAST, 'svc-licensing': SLOW, 'svc-support': FAST },
  ],
  [
    'commerce and support are ten minutes behind, the others ahead',
    { gateway: FAST, 'svc-identity': FAST, 'svc-commerce': SLOW, 'svc-licensing': FAST, 'svc-support': SLOW },
  ],
] as const) {
  test.describe(`clocks that differ by twenty minutes: ${how}`, () => {
    const own = useOwnStack(env['svc-commerce'] === FAST ? 'clock-ahead' : 'clock-behind', { env });

    test('every paid order still becomes one license and one mail', async () => {
      const client = platformClient(own.stack);
      const buyers = Array.from({ length: BUYERS }, (_, index) => `clock-${index}@example.com`);
      for (const email of buyers) await client.pay(await client.startCheckout('127.0.0.1'), email);
      const commerce = own.databaseOf('commerce');
      const keys = new Map<string, string>();
      for (const email of buyers) {
        const [mail] = await until(`a mail for ${email}`, async () => {
          const mails = await client.mailsTo(email);
          return mails.length > 0 && mails;
        });
        keys.set(email, LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? 'no key');
      }
      await untilPublished(commerce.collection('orders'), own.databaseOf('licensing').collection('licenses'));
      expect(await commerce.collection('orders').countDocuments({ status: 'completed' })).toBe(BUYERS);
      const licensing = own.databaseOf('licensing');
      for (const [written, { CLOCK_SHIFT_SECONDS }] of [
        [commerce.collection('checkouts'), env['svc-commerce']],
        [licensing.collection('licenses'), env['svc-licensing']],
      ] as const) {
        const last = await written.findOne({}, { sort: { createdAt: -1 } });
        const shiftSeconds = (Number(last?.createdAt) - Date.now()) / 1000;
        expect(Math.abs(shiftSeconds - Number(CLOCK_SHIFT_SECONDS)), written.name).toBeLessThan(300);
      }
      expect(await licensing.collection('licenses').countDocuments()).toBe(BUYERS);
      for (const email of buyers) expect(await client.mailsTo(email)).toHaveLength(1);
      expect(new Set(keys.values()).size).toBe(BUYERS);
    });

    const signIn = async () => {
      const signedIn = await fetch(`${own.stack.publicUrl}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: own.stack.publicUrl },
        body: JSON.stringify(ADMIN),
      });
      expect(signedIn.status).toBe(200);
      return signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    };

    test('the timeline of an order shows the events in their real order', async () => {
      const headers = { cookie: await signIn() };
      const order = await own.databaseOf('commerce').collection('orders').findOne({});
      const reply = await fetch(`${own.stack.publicUrl}/api/admin/orders/${String(order?._id)}/timeline`, {
        headers,
      });
      const { entries } = (await reply.json()) as { entries: { title: string }[] };
      expect(entries.map(({ title }) => title)).toEqual([
        'Order created',
        'Payment received',
        'License issued',
        'License key emailed',
      ]);
    });

    test('a signed-in person is signed in at every service', async () => {
      const cookie = await signIn();
      for (const path of ADMIN_CALLS) {
        const answer = await fetch(`${own.stack.publicUrl}${path}`, { headers: { cookie } });
        expect(answer.status, path).toBe(200);
      }
    });
  });
}
