import { expect, test } from '@playwright/test';
import { DEEP } from './depth.ts';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { person } from './person.ts';
import { LICENSE_KEY, platformClient, until } from '../platform.ts';
import { useOwnStack } from './own-stack.ts';
import { makeReseller } from './reseller.ts';

// Users have their own addresses.
const TALKATIVE = { LOG_LEVEL: 'trace', TRUST_PROXY: '127.0.0.0/8' };
const SERVICES = ['gateway', 'svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support'] as const;

const planted = (name: string) => `PLANTED${name}${randomBytes(12).toString('hex')}`;
const KEYS = {
  liveSecretKey: `sk_live_${planted('secret')}`,
  livePublishableKey: `pk_live_${planted('publishable')}`,
  webhookSecret: `whsec_${planted('hook')}`,
};

/** A separate stack with the most verbose log level. */
test.describe('the output of the processes', () => {
  const lines: string[] = [];
  const own = useOwnStack('logs', {
    // Without the sandbox, which is no part of the platform and prints what it receives.
    onLine: (name, line) => name !== 'sandbox' && lines.push(`${name} ${line}`),
    env: Object.fromEntries(SERVICES.map((name) => [name, TALKATIVE])),
  });

  test.afterEach(() => {
    const { status, expectedStatus } = test.info();
    if (status !== expectedStatus) console.log(lines.slice(-80).join('\n'));
  });

  test(
    'contains no key, secret, password, token or buyer, even at level trace while everything fails',
    DEEP,
    async () => {
      const client = platformClient(own.stack);
      const secrets = new Map<string, string>(
        Object.entries({ ...KEYS, ...own.stack.secrets, admin: ADMIN.password }),
      );
      /** Calls as users and attackers would. The reply's status does not matter here. */
      const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
        fetch(own.stack.publicUrl + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof json === 'string' ? json : JSON.stringify(json),
        });
      const buy = async (email: string) => {
        await client.pay(await client.startCheckout('127.0.0.1'), email);
        const [mail] = await until(`a mail for ${email}`, async () => {
          const mails = await client.mailsTo(email);
          return mails.length > 0 && mails;
        });
        const licenseKey = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? '';
        expect(licenseKey).not.toBe('');
        secrets.set(`the license key of ${email}`, licenseKey);
        return licenseKey;
      };

      const buyer = `buyer-${planted('buyer').toLowerCase()}@example.com`;
      secrets.set("the buyer's address", buyer);
      const licenseKey = await buy(buyer);
      const admin = person(own.stack);
      await admin.signIn(ADMIN.username, ADMIN.password);
      await post('/api/license/activate', { licenseKey, deviceId: 'device-1' });
      await post('/api/license/validate', { licenseKey, deviceId: { planted: KEYS.liveSecretKey } });
      await post('/api/license/resend', { email: buyer });
      await admin.call(`/api/admin/licenses?search=${licenseKey}`);
      await admin.call(`/api/admin/licenses/${licenseKey}/deactivate`, 'POST');

      const mailedToken = async (email: string, name: 'link' | 'change') =>
        until(`a ${name} for ${email}`, async () => {
          const mails = await client.mailsTo(email);
          const token = mails.map(({ textBody }) => new RegExp(`#${name}=([\\w-]+)`).exec(textBody)?.[1]);
          return token.find(Boolean);
        });
      const customer = person(own.stack);
      await customer.call('/api/my/link', 'POST', { email: buyer });
      const link = await mailedToken(buyer, 'link');
      secrets.set("the customer's link", link);
      await customer.call('/api/my/session', 'POST', { token: link });
      secrets.set("the customer's session", customer.cookie().split('=', 2)[1] ?? '');
      const newEmail = `moved-${buyer}`;
      await customer.call('/api/my/address-changes', 'POST', { newEmail });
      const change = await mailedToken(newEmail, 'change');
      secrets.set("the new mailbox's link", change);
      await post('/api/my/session', { token: change });
      await post('/api/my/address-changes/confirmation', { token: change });

      const offer = { businessName: 'Log Readers', productPrice: '99.00', currency: 'USD' };
      const reseller = await makeReseller(own.stack, offer);
      await reseller.signedIn.call('/api/resellers/stripe-config', 'POST', KEYS);
      await reseller.signedIn.call('/api/resellers/webhook', 'PUT', {
        orderWebhookUrl: `${own.stack.sandboxUrl}/hooks/gone?token=${KEYS.webhookSecret}`,
      });
      await post(
        '/api/stripe-webhook',
        { id: 'evt_1' },
        { 'stripe-signature': `t=1,v1=${KEYS.webhookSecret}` },
      );
      await post('/api/webhook/license-create', '{', { authorization: `Bearer ${KEYS.webhookSecret}` });
      await post('/api/auth/reset-password', { token: KEYS.webhookSecret, newPassword: KEYS.liveSecretKey });
      await post('/api/login', `{"username":"${buyer}","password":"${KEYS.liveSecretKey}`);
      await post('/api/auth/forgot-password', { email: buyer });
      for (const kind of ['error', 'reset', 'lost-reply'] as const) {
        await client.sandbox('/sandbox/stripe/faults', 'PUT', { kind, status: 401, times: 4 });
        const answer = await post('/api/create-reseller-product-checkout', {
          resellerId: reseller.id,
          successUrl: `${own.stack.publicUrl}/success`,
          cancelUrl: `${own.stack.publicUrl}/`,
        });
        expect(answer.status).toBeGreaterThanOrEqual(500);
      }
      await client.sandbox('/sandbox/stripe/faults', 'PUT', {
        kind: 'error',
        status: 500,
        times: 1,
        path: '/none',
      });
      const notified = `notified-${planted('admin').toLowerCase()}@example.com`;
      secrets.set("the admin's address", notified);
      const notifications = { adminNotificationEmails: notified, enableOrderNotifications: true };
      await admin.call('/api/admin/settings', 'POST', notifications);
      await client.sandbox('/sandbox/mail/faults', 'PUT', { kind: 'error', status: 429, times: 2 });
      await buy(`later-${buyer}`);
      await until('the admin is notified', async () => (await client.mailsTo(notified)).length > 0);
      // Each process flushes its remaining logs when it stops.
      await own.stack.stop();

      const printed = lines.join('\n');
      for (const name of SERVICES) expect(printed).toContain(`${name} `);
      expect(printed).toContain('request failed');
      expect(printed).toContain('mail not sent, retrying');
      const cookie = admin.cookie();
      secrets.set('the session', cookie.slice(cookie.indexOf('=') + 1));
      const found = [...secrets].filter(([, secret]) => printed.includes(secret.split(':').at(-1) ?? ''));
      expect(found.map(([name]) => name)).toEqual([]);
      expect(lines.filter((line) => /planted/i.test(line))).toEqual([]);
    },
  );
});
