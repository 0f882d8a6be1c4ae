import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { person } from './person.ts';
import { platformClient, until, type Platform } from '../platform.ts';

export interface TestReseller {
  id: string;
  slug: string;
  businessName: string;
  password: string;
  /** A client signed in as the reseller. */
  signedIn: ReturnType<typeof person>;
  /** The secret key of their payment account. */
  paymentKey: string;
  /** The receiver of the order webhook. */
  hookBin: string;
}

/**
 * Creates a reseller through the UI's calls: the admin invites, the mail contains the password, the reseller changes
 * it and sets name, price, payment account and order webhook.
 */
export async function makeReseller(
  platform: Platform,
  options: { businessName: string; productPrice: string; currency: string },
): Promise<TestReseller> {
  const client = platformClient(platform);
  const mark = randomBytes(6).toString('hex');
  const email = `seller-${mark}@example.com`;
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await admin.call('/api/admin/resellers', 'POST', { email, businessName: options.businessName });
  const [mail] = await until('the invitation arrives', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const [, username = ''] = /username:\s+(\S+)/i.exec(mail?.textBody ?? '') ?? [];
  const [, password = ''] = /temporary password:\s+(\S+)/i.exec(mail?.textBody ?? '') ?? [];
  const signedIn = person(platform);
  await signedIn.signIn(username, password);
  const newPassword = `own-${mark}-password`;
  await signedIn.call('/api/user/password', 'PUT', { currentPassword: password, newPassword });
  await signedIn.signIn(username, newPassword);
  await signedIn.call('/api/resellers/business-config', 'POST', {
    businessName: options.businessName,
    contactPerson: 'A. Seller',
    phone: '',
    productPrice: options.productPrice,
    currency: options.currency,
  });
  const liveSecretKey = `sk_live_${mark}${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(24).toString('base64url')}`;
  await signedIn.call('/api/resellers/stripe-config', 'POST', {
    liveSecretKey,
    livePublishableKey: `pk_live_${mark}`,
    webhookSecret,
  });
  const hookBin = `orders-${mark}`;
  await signedIn.call('/api/resellers/webhook', 'PUT', {
    orderWebhookUrl: `${platform.sandboxUrl}/hooks/${hookBin}`,
  });
  const me = await signedIn.call<{ id: string; slug: string }>('/api/resellers/me');
  await client.sandbox(`/sandbox/accounts/${liveSecretKey}/webhook`, 'PUT', {
    url: `${platform.publicUrl}/api/stripe-webhook/reseller/${me.id}`,
    secret: webhookSecret,
  });
  return {
    id: me.id,
    slug: me.slug,
    businessName: options.businessName,
    password: newPassword,
    signedIn,
    paymentKey: liveSecretKey,
    hookBin,
  };
}
