import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newEmail } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import type { AdminOrder } from '@leadping/contracts/commerce/order-routes';
import { mailModel } from '../../../svc-support/src/mails/mail.model.ts';
import { settingsModel, SETTINGS_ID } from '../../../svc-commerce/src/settings/settings.model.ts';
import { OWN_ORIGIN, startStack, type Stack } from './stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const databaseOf = (name: string) => {
  const database = stack.databases.get(name);
  if (!database) throw new Error(`there is no database of ${name}`);
  return database;
};
const mailsTo = async (address: string) =>
  (await send(`${stack.sandboxUrl}/mailbox?to=${encodeURIComponent(address)}`)).body as {
    textBody: string;
  }[];

/** Postmark refuses non-ASCII local parts with error 300, as it refuses senders. Only the text differs. */
it('an address that Postmark refuses is shown on the order, and an admin is notified', async () => {
  const admin = newEmail('admin');
  const notified = { adminNotificationEmails: [admin] };
  await settingsModel(databaseOf('commerce')).updateOne({ _id: SETTINGS_ID }, notified);
  const email = `From-rafał@${newEmail().split('@')[1]}`;

  const started = await send(`${stack.gatewayUrl}/api/create-main-checkout`, {
    json: { successUrl: `${OWN_ORIGIN}/success`, cancelUrl: `${OWN_ORIGIN}/` },
    headers: { origin: OWN_ORIGIN },
  });
  expect(started.status).toBe(200);
  const payUrl = (started.body as { url: string }).url;
  await send(payUrl, { json: { email, outcome: 'paid' } });
  const sessionId = new URL(payUrl).pathname.replace('/pay/', '');
  const status = () => send(`${stack.gatewayUrl}/api/checkout-status?session_id=${sessionId}`);
  await until(async () => ((await status()).body as { status: string }).status === 'paid');

  const session = await stack.signIn({ role: 'admin', resellerId: null });
  const orders = async () => {
    const path = `/api/admin/orders?search=${encodeURIComponent(email)}`;
    const reply = await send(`${stack.gatewayUrl}${path}`, { headers: { cookie: `session=${session}` } });
    return reply.body as AdminOrder[];
  };
  await until(async () => (await orders())[0]?.emailProblem === 'refused');
  const mail = await mailModel(databaseOf('support')).findOne({ to: email }).lean();
  expect(mail).toMatchObject({
    state: 'failed',
    cause: 'refused',
    attempts: 1,
    error: `300: Error parsing 'To': Illegal email mailbox 'From-rafał' in address '${email}'.`,
  });
  const text = 'The email provider rejected this customer’s address';
  await until(async () =>
    (await mailsTo(admin)).some(({ textBody }) => textBody.includes(text) && textBody.includes(email)),
  );
});
