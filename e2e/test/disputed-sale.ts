import { type Platform, platformClient, until } from '../platform.ts';
import { answered } from './answered.ts';

/** Buys at the platform, or at the reseller, and returns the id of the paid session once its key was mailed. */
export async function payAt(platform: Platform, buyer: string, resellerId?: string): Promise<string> {
  const client = platformClient(platform);
  const returnUrls = { successUrl: `${platform.publicUrl}/success`, cancelUrl: platform.publicUrl };
  const checkoutPath = resellerId ? '/api/create-reseller-product-checkout' : '/api/create-main-checkout';
  const { url } = await client.call<{ url: string }>(checkoutPath, 'POST', { ...returnUrls, resellerId });
  const session = new URL(url).pathname.replace('/pay/', '');
  await client.pay(session, buyer);
  await until('the key arrives', async () => (await client.mailsTo(buyer)).length > 0);
  return session;
}

/** The buyer of the session disputes the payment at their bank. */
export async function disputePayment(platform: Platform, session: string): Promise<void> {
  const client = platformClient(platform);
  await answered(client, () => client.sandbox(`/pay/${session}/dispute`, 'POST', {}));
}
