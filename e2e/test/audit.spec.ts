import { expect, test } from '@playwright/test';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import type { Route } from '@leadping/contracts/route';
import type { AuditEntry } from '@leadping/contracts/support/audit-routes';
import { randomBytes } from 'node:crypto';
import { ROUTES } from '@leadping/contracts/routes';
import { ADMIN } from '../test-stacks.ts';
import { person } from './person.ts';
import { platformClient, runningPlatform, sessionOf, until } from '../platform.ts';
import { makeReseller } from './reseller.ts';

const platform = runningPlatform();
const client = platformClient(platform);
const mark = randomBytes(6).toString('hex');
const SECRET = `S3cr3t${mark}`;

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

/** Every call of staff or resellers that changes something or reads personal data, from the contracts. */
const AUDITED = ROUTES.filter(
  ({ method, access, audited, unaudited }) =>
    (method !== 'GET' || audited) &&
    unaudited === undefined &&
    access !== 'anyone' &&
    access !== 'credentials' &&
    access !== 'customer',
);

/** Calls that take too long here or need a build. These tests check their entries. */
const ELSEWHERE: Record<string, string> = {
  'POST /api/user/passkeys': 'e2e/test/second-factors.spec.ts',
  'PUT /api/user/passkeys/:id': 'e2e/test/second-factors.spec.ts',
  'DELETE /api/user/passkeys/:id': 'e2e/test/second-factors.spec.ts',
  'POST /api/user/authenticator': 'e2e/test/second-factors.spec.ts',
  'DELETE /api/user/authenticator': 'e2e/test/second-factors.spec.ts',
  'POST /api/user/recovery-codes': 'e2e/test/second-factors.spec.ts',
  'POST /api/admin/releases': 'gateway/test/releases.test.ts',
  'POST /api/admin/releases/preview': 'gateway/test/releases.test.ts',
  'POST /api/admin/releases/promote': 'gateway/test/releases.test.ts',
  'POST /api/admin/releases/rollback': 'gateway/test/releases.test.ts',
  'POST /api/admin/releases/retire': 'gateway/test/retiring.test.ts',
  'POST /api/admin/run-comprehensive-tests': 'svc-support/test/qa.test.ts',
  'POST /api/admin/run-selenium-tests': 'svc-support/test/qa.test.ts',
};

interface Id {
  id: string;
}
type IssuedLicense = Id & { licenseKey: string };

/** Creates the subjects of the calls: a buyer, a license of each kind, a ticket, deliveries. */
async function makeSubjects() {
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const hook = `${platform.sandboxUrl}/hooks/audit-${mark}`;
  await admin.call('/api/admin/settings', 'POST', { adminWebhookUrl: hook });
  const offer = { businessName: `Audited ${mark}`, productPrice: '49.00', currency: 'USD' };
  const reseller = await makeReseller(platform, offer);
  const other = await makeReseller(platform, { ...offer, businessName: `Other ${mark}` });
  const seller = reseller.signedIn;

  const buyer = `buyer-${mark}@example.com`;
  const bought = await client.call<{ url: string }>('/api/create-reseller-product-checkout', 'POST', {
    resellerId: reseller.id,
    successUrl: `${platform.publicUrl}/success`,
    cancelUrl: `${platform.publicUrl}/r/${reseller.slug}`,
  });
  await client.pay(sessionOf(bought.url), buyer);
  const order = await until('the order is there', async () => {
    const [first] = await seller.call<Id[]>('/api/resellers/orders');
    return first;
  });
  const deliveryOf = (who: typeof admin, path: string) =>
    until(`a delivery is in ${path}`, async () => {
      const { deliveries } = await who.call<{ deliveries: Id[] }>(path);
      return deliveries[0];
    });
  const delivery = await deliveryOf(seller, '/api/resellers/webhook/deliveries');
  const adminDelivery = await deliveryOf(admin, '/api/admin/order-webhook/deliveries');
  const sold = await seller.call<IssuedLicense>('/api/resellers/licenses', 'POST', { customerEmail: buyer });
  const manual = await admin.call<IssuedLicense>('/api/admin/licenses/manual', 'POST', { email: buyer });
  const { ticketNumber } = await client.call<{ ticketNumber: string }>('/api/support', 'POST', {
    name: 'A. Buyer',
    email: buyer,
    subject: `Audit ${mark}`,
    message: 'Hello',
  });
  await client.confirmTicket(ticketNumber, buyer);
  const found = await admin.call<Id[]>(`/api/admin/support-tickets?search=${ticketNumber}`);
  const ticketId = found[0]?.id ?? '';
  const { username } = await seller.call<{ username: string }>('/api/user');
  await person(platform).signIn(username, reseller.password);
  const sessions = await seller.call<(Id & { isCurrent: boolean })[]>('/api/user/sessions');
  const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  const { selectors, version } = await admin.call<{ selectors: string; version: number }>('/api/selectors');
  // An admin refunds only the platform's own sales.
  const own = `own-${mark}@example.com`;
  await client.pay(await client.startCheckout('10.9.9.4'), own);
  const ownOrder = await until('the sale of the platform', async () => {
    const [found] = await admin.call<Id[]>(`/api/admin/orders?search=${own}`);
    return found ?? false;
  });
  const withdraw = async (orderNumber: string, email: string) => {
    await client.call('/api/withdrawals', 'POST', { orderNumber, email, name: '' });
    await until('the withdrawal is on the order', async () => {
      const [found] = await admin.call<{ withdrawal?: object }[]>(`/api/admin/orders?search=${orderNumber}`);
      return found?.withdrawal;
    });
  };
  await withdraw(order.id, buyer);
  await withdraw(ownOrder.id, own);
  const createCode = async (who: typeof admin, area: string) => {
    const json = { code: `ENDED-${mark}`, percent: 10 };
    return (await who.call<Id>(`/api/${area}/discount-codes`, 'POST', json)).id;
  };
  return {
    ownCode: await createCode(admin, 'admin'),
    code: await createCode(seller, 'resellers'),
    admin,
    ownOrder,
    seller,
    reseller,
    other,
    hook,
    buyer,
    order,
    delivery,
    adminDelivery,
    sold,
    manual,
    ticketId,
    sessionId,
    selectors,
    version,
  };
}

type Subjects = Awaited<ReturnType<typeof makeSubjects>>;

/** The body of each call, in an order in which all succeed. */
function bodiesOf(subjects: Subjects): Record<string, unknown> {
  const { buyer, hook, reseller, manual, selectors, version } = subjects;
  return {
    'POST /api/admin/discount-codes': { code: `AUDIT-${mark}`, percent: 10 },
    'POST /api/admin/discount-codes/:id/end': undefined,
    'POST /api/admin/licenses/manual': { email: buyer },
    'POST /api/admin/licenses/:id/rotate': { keyNumber: 1, keptDevices: [`device-${mark}`] },
    'PUT /api/admin/licenses/:id/email': { email: buyer },
    'PUT /api/admin/licenses/quotas/:resellerId': { perDay: 50, total: 500 },
    'PUT /api/admin/sign-in-policy': { adminsNeedSecondFactor: false },
    'POST /api/admin/licenses/:id/resend': {},
    'DELETE /api/admin/licenses/:id/devices/:deviceId': {},
    'POST /api/admin/licenses/:licenseKey/deactivate': {},
    'POST /api/admin/licenses/revoke-of-reseller/:resellerId': { since: '2026-01-01T00:00:00.000Z' },
    'PUT /api/admin/orders/:id/email': { customerEmail: buyer },
    'POST /api/admin/orders/:id/refunds': { amount: '1.00', refunded: '0.00' },
    'POST /api/admin/orders/:id/withdrawal/answer': undefined,
    'POST /api/admin/order-webhook/deliveries/:id/replay': undefined,
    'POST /api/admin/order-webhook/deliveries/replay': { ids: ['none'] },
    'POST /api/admin/order-webhook/secret': undefined,
    'POST /api/admin/failed-deliveries/replay': { ids: ['none'] },
    'POST /api/admin/test-webhook': { webhookUrl: hook },
    'PUT /api/admin/releases/automatic-rollback': { paused: false },
    'POST /api/admin/resellers': { email: `new-${mark}@example.com`, businessName: `Invited ${mark}` },
    'POST /api/admin/resellers/:id/deactivate': undefined,
    'POST /api/admin/resellers/:id/activate': undefined,
    'POST /api/admin/resellers/:id/resend-welcome': undefined,
    'PUT /api/admin/resellers/:id': { businessName: `Edited ${mark}` },
    'DELETE /api/admin/resellers/:id': {},
    'POST /api/selectors': { selectors },
    'POST /api/selectors/restore': { version: version + 1 },
    'POST /api/admin/settings': { adminWebhookUrl: '' },
    'DELETE /api/admin/system-logs': { days: 3650 },
    'GET /api/admin/orders/export': undefined,
    'GET /api/admin/licenses/export': undefined,
    'GET /api/resellers/orders/export': undefined,
    'GET /api/resellers/licenses/export': undefined,
    'GET /api/admin/support-tickets/:id': undefined,
    ...Object.fromEntries(
      ['orders', 'orders/:orderId/timeline', 'licenses', 'mails', 'other-tickets'].map((part) => [
        `GET /api/admin/support-tickets/:id/${part}`,
        undefined,
      ]),
    ),
    'PUT /api/admin/trials': { isOffered: true },
    'POST /api/admin/support-tickets/:id/responses': { message: `The key is ${manual.licenseKey}` },
    'PUT /api/admin/support-tickets/:id': { status: 'resolved' },
    ...Object.fromEntries(
      ['identity', 'commerce', 'licensing', 'support'].map((name) => [
        `POST /api/admin/dead-letters/${name}/replay`,
        { ids: ['none'] },
      ]),
    ),
    'POST /api/admin/privacy/export': { email: `nobody-${mark}@example.com` },
    'POST /api/admin/privacy/erasures': { email: `nobody-${mark}@example.com` },
    'PUT /api/resellers/orders/:id/email': { customerEmail: buyer },
    'POST /api/resellers/orders/:id/refunds': { amount: '1.00', refunded: '0.00' },
    'POST /api/resellers/orders/:id/withdrawal/answer': undefined,
    'POST /api/resellers/upload-logo': imageForm(),
    'PUT /api/resellers/logo': { logoUrl: null },
    'PUT /api/resellers/sales-page': { ...EMPTY_SALES_PAGE, contactEmail: buyer },
    'POST /api/resellers/webhook/deliveries/:id/replay': undefined,
    'POST /api/resellers/webhook/deliveries/replay': { ids: ['none'] },
    'POST /api/resellers/webhook/secret': undefined,
    'PUT /api/resellers/webhook': { orderWebhookUrl: hook },
    'POST /api/resellers/webhook/test': { webhookUrl: hook },
    'PUT /api/resellers/seller-details': { ...EMPTY_SELLER_DETAILS, email: buyer },
    'POST /api/resellers/discount-codes': { code: `AUDIT-${mark}`, percent: 10 },
    'POST /api/resellers/discount-codes/:id/end': undefined,
    'PUT /api/resellers/tax': { mode: 'none', collectTaxIds: true },
    'PUT /api/resellers/notices': { saleNotices: false },
    'PUT /api/resellers/promises': { guaranteeDays: 14, supportReplyHours: 24 },
    'PUT /api/resellers/embedding-sites': { embeddingSites: ['https://blog.example'] },
    'PUT /api/resellers/business-name': { businessName: `Renamed ${mark}` },
    'POST /api/resellers/business-config': {
      businessName: `Renamed ${mark}`,
      contactPerson: 'A. Seller',
      phone: '',
      productPrice: '59.00',
      currency: 'USD',
    },
    'POST /api/resellers/stripe-config': {
      liveSecretKey: `sk_live_${SECRET}`,
      livePublishableKey: `pk_live_${SECRET}`,
      webhookSecret: `whsec_${SECRET}`,
    },
    'POST /api/resellers/licenses': { customerEmail: buyer },
    'POST /api/resellers/licenses/:id/rotate': { keyNumber: 2, keptDevices: [`device-${mark}`] },
    'PUT /api/resellers/licenses/:id/email': { email: buyer },
    'POST /api/resellers/licenses/:id/resend': {},
    'POST /api/resellers/licenses/webhook-secret': {},
    'DELETE /api/resellers/licenses/:id/devices/:deviceId': {},
    'DELETE /api/resellers/licenses/:id': {},
    'DELETE /api/user/sessions/:id': {},
    'DELETE /api/user/sessions': {},
    'PUT /api/user/email': { email: `again-${mark}@example.com` },
    'POST /api/user/verify-email/send': {},
    'POST /api/user/verify-email': { token: 'mailed' },
    'PUT /api/user/profile': { email: `again-${mark}@example.com`, firstName: 'Ada', lastName: 'Audited' },
    'PUT /api/user/password': { currentPassword: reseller.password, newPassword: `${SECRET}-password` },
  };
}

/** The path of a call with the ids of its subjects. */
function pathOf({ path }: Route, { manual, sold, order, delivery, adminDelivery, ...of }: Subjects): string {
  const isAdmin = path.startsWith('/api/admin');
  // A later call names the manual license by its first key.
  const license = isAdmin && !path.endsWith('/rotate') ? manual : sold;
  const ids: [RegExp, string][] = [
    [/licenses\/:id/, `licenses/${license.id}`],
    [/:licenseKey/, license.licenseKey],
    [/sessions\/:id/, `sessions/${of.sessionId}`],
    [/:deviceId/, `device-${mark}`],
    [/:orderId/, order.id],
    [/admin\/orders\/:id(?=\/(?:refunds|withdrawal))/, `admin/orders/${of.ownOrder.id}`],
    [/orders\/:id/, `orders/${order.id}`],
    [/discount-codes\/:id/, `discount-codes/${isAdmin ? of.ownCode : of.code}`],
    [/deliveries\/:id/, `deliveries/${(isAdmin ? adminDelivery : delivery).id}`],
    [/:resellerId/, of.other.id],
    [/resellers\/:id/, `resellers/${of.other.id}`],
    [/support-tickets\/:id/, `support-tickets/${of.ticketId}`],
  ];
  return ids.reduce<string>((filled, [pattern, id]) => filled.replace(pattern, id), path);
}

function imageForm(): FormData {
  const form = new FormData();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>';
  form.set('logo', new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg');
  return form;
}

async function mailedToken(): Promise<string> {
  const [mail] = await until('the link is mailed', async () => {
    const mails = await client.mailsTo(`again-${mark}@example.com`);
    return mails.length > 0 && mails;
  });
  return /token=([\w-]+)/.exec(mail?.textBody ?? '')?.[1] ?? '';
}

test('the audit log contains every change by staff or a reseller and every read of a ticket and its customer and every export, with actor and origin but without secrets', async () => {
  const subjects = await makeSubjects();
  const { admin, seller } = subjects;
  const bodies = bodiesOf(subjects);
  const names = AUDITED.map(nameOf);
  expect(names.filter((name) => !(name in bodies) && !(name in ELSEWHERE))).toEqual([]);

  const begun = new Date().toISOString();
  const secrets = [SECRET, subjects.manual.licenseKey, subjects.sold.licenseKey, subjects.reseller.password];
  for (const [name, body] of Object.entries(bodies)) {
    const route = AUDITED.find((each) => nameOf(each) === name);
    if (!route) throw new Error(`${name} is no call that leaves an entry`);
    const who = route.access === 'reseller' || route.access === 'signed-in' ? seller : admin;
    const sent = name === 'POST /api/user/verify-email' ? { token: await mailedToken() } : body;
    const reply = await who.call<{ secret?: string }>(pathOf(route, subjects), route.method, sent);
    if (typeof reply?.secret === 'string') secrets.push(reply.secret);
  }

  const entries = await until('every call is in the audit log', async () => {
    const listed = await admin.call<AuditEntry[]>(`/api/admin/audit?limit=500&from=${begun}`);
    const actions = new Set(listed.map(({ action }) => action));
    const missing = Object.keys(bodies).filter((name) => !actions.has(name));
    if (missing.length > 0) throw new Error(`no entry of ${missing.join(', ')}`);
    return listed;
  });

  const text = JSON.stringify(entries);
  for (const secret of secrets) expect(text).not.toContain(secret);
  for (const entry of entries) {
    expect(entry.outcome, entry.action).toBe('done');
    expect(entry.address, entry.action).toMatch(/^10\./);
    expect(['admin', 'reseller']).toContain(entry.actor.role);
  }
  const edited = entries.find(({ action }) => action === 'PUT /api/admin/resellers/:id');
  expect(edited?.target).toBe(subjects.other.id);
  expect(edited?.changes).toEqual(
    expect.arrayContaining([{ field: 'businessName', before: `Other ${mark}`, after: `Edited ${mark}` }]),
  );
});
