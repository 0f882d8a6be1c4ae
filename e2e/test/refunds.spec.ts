import { expect, test } from '@playwright/test';
import { LICENSE_KEY, platformClient, runningPlatform, until } from '../platform.ts';
import { answered } from './answered.ts';

const client = platformClient(runningPlatform());

interface Answer {
  valid: boolean;
  code: string;
}

/** Creates a paid order with its key, from the button to the mail. */
async function buy(name: string) {
  const email = `${name}-${Date.now()}@example.com`;
  const session = await client.startCheckout(`10.7.${email.length}.1`);
  await client.pay(session, email);
  const [mail] = await until('the key arrives', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const licenseKey = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? '';
  const device = { licenseKey, deviceId: `device-of-${email.replace('@', '.')}` };
  await client.call('/api/license/activate', 'POST', device);
  const validate = () => client.call<Answer>('/api/license/validate', 'POST', device);
  return {
    session,
    validate,
    becomes: (code: string) => until(`the license is ${code}`, async () => (await validate()).code === code),
  };
}

test('a partial refund keeps the license, and a full refund revokes it [R-checkout.21] [R-checkout.22]', async () => {
  const order = await buy('refund');
  await answered(client, () => client.sandbox(`/pay/${order.session}/refund`, 'POST', { amount: 1000 }));
  // Complete another purchase, because its key cannot overtake a pending revocation.
  await buy('after-refund');
  expect(await order.validate()).toMatchObject({ valid: true, code: 'VALID' });
  await client.sandbox(`/pay/${order.session}/refund`, 'POST', {});
  await order.becomes('LICENSE_REVOKED');
});

test('a dispute suspends the license, and a won dispute reinstates it [R-checkout.23] [R-checkout.24]', async () => {
  const order = await buy('dispute-won');
  await client.sandbox(`/pay/${order.session}/dispute`, 'POST', {});
  await order.becomes('LICENSE_SUSPENDED');
  await client.sandbox(`/pay/${order.session}/dispute/close`, 'POST', { outcome: 'won' });
  await order.becomes('VALID');
});

test('a lost dispute revokes the license [R-late.13]', async () => {
  const order = await buy('dispute-lost');
  await client.sandbox(`/pay/${order.session}/dispute`, 'POST', {});
  await order.becomes('LICENSE_SUSPENDED');
  await client.sandbox(`/pay/${order.session}/dispute/close`, 'POST', { outcome: 'lost' });
  await order.becomes('LICENSE_REVOKED');
});
