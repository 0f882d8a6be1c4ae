import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { customerLinkRequested } from '@leadping/contracts/identity/customer-events';
import { ROUTES } from '@leadping/contracts/routes';
import { countHandled } from '@leadping/test-kit/count-handled';
import { until, untilFound } from '@leadping/test-kit/until';
import { randomBytes } from 'node:crypto';
import {
  customerLinkModel,
  type CustomerLinks,
} from '../../../svc-identity/src/customers/customer-link.model.ts';
import { orderModel } from '../../../svc-commerce/src/orders/order.model.ts';
import { customerSessionModel } from '../../../svc-identity/src/customers/customer-session.model.ts';
import { licenseModel } from '../../../svc-licensing/src/licenses/license.model.ts';
import { nameOf, someAddress } from './access-matrix.ts';
import { OWN_ORIGIN, startStack, type Stack } from './stack.ts';

interface Call {
  method?: string;
  json?: unknown;
  cookie?: string | undefined;
  headers?: Record<string, string>;
}

describe('customers, by a mailed link', () => {
  let stack: Stack;
  let links: CustomerLinks;
  let adminCookie: string;
  beforeAll(async () => {
    stack = await startStack();
    links = customerLinkModel(stack.databases.get('identity')!);
    adminCookie = `session=${await stack.signIn({ role: 'admin', resellerId: null })}`;
  }, 180_000);
  afterAll(() => stack.close());

  const call = async (path: string, { method, json, cookie, headers = {} }: Call = {}) => {
    const reply = await fetch(stack.gatewayUrl + path, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: {
        origin: OWN_ORIGIN,
        'x-forwarded-for': someAddress(),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      body: (text ? JSON.parse(text) : null) as never,
      headers: reply.headers,
      text,
    };
  };
  const newEmail = () => `c${randomBytes(6).toString('hex')}@example.com`;
  const makeLicense = async (email: string) => {
    const reply = await call('/api/admin/licenses/manual', { cookie: adminCookie, json: { email } });
    return reply.body as { id: string; licenseKey: string };
  };
  const storeOrder = async (email: string) => {
    const _id = randomBytes(12).toString('hex');
    await orderModel(stack.databases.get('commerce')!).create({
      _id,
      sessionId: `cs_test_${_id}`,
      productType: 'main_product',
      businessName: 'Leadping',
      livemode: false,
      money: { amountMinor: 7900, currency: 'USD' },
      customerEmail: email,
      canonicalEmail: email,
      facts: { paid: true, failed: false, refundedMinor: 0, disputes: {} },
      status: 'completed',
      isCompleted: true,
      isPaidPublished: true,
      revision: 1,
      createdAt: new Date(),
      soldAt: new Date(),
    });
    return _id;
  };
  const mailsTo = async (email: string) => {
    const reply = await fetch(`${stack.sandboxUrl}/mailbox?to=${encodeURIComponent(email)}`);
    return (await reply.json()) as { subject: string; textBody: string }[];
  };
  const mailTo = (email: string, subject: string) =>
    untilFound(`the mail “${subject}” to ${email}`, async () =>
      (await mailsTo(email)).find((each) => each.subject.includes(subject)),
    );
  const tokenIn = async (email: string, name: 'link' | 'change', subject: string) => {
    const mail = await mailTo(email, subject);
    return new RegExp(`/my#${name}=([\\w-]+)`).exec(mail.textBody)?.[1] ?? '';
  };
  const requestLink = (email: string, headers?: Record<string, string>) =>
    call('/api/my/link', { json: { email }, ...(headers ? { headers } : {}) });
  const mailedLink = async (email: string) => {
    expect((await requestLink(email)).status).toBe(202);
    return tokenIn(email, 'link', 'Your link');
  };
  const open = (token: string, cookie?: string) => call('/api/my/session', { json: { token }, cookie });
  const cookieIn = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const signIn = async (email: string) => `customer=${await stack.openCustomer(email)}`;

  it('open a session once, by a press and not by a scanner that loads the page, however many try at once', async () => {
    const email = newEmail();
    await makeLicense(email);
    const token = await mailedLink(email);
    for (const path of [`/my`, `/my?link=${token}`, '/api/my/session', `/api/my/session?token=${token}`]) {
      for (const method of ['GET', 'HEAD']) {
        const reply = await fetch(stack.gatewayUrl + path, { method });
        expect(reply.headers.getSetCookie().join()).not.toContain('customer=');
      }
    }
    const replies = await Promise.all(Array.from({ length: 50 }, () => open(token)));
    const opened = replies.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 200);
    // The limit of one browser may stop the rest.
    for (const { body } of refused)
      expect(['LINK_INVALID', 'RATE_LIMITED']).toContain((body as { code: string }).code);
    const cookie = cookieIn(opened[0]!);
    expect(opened[0]!.headers.getSetCookie()[0]).toMatch(/HttpOnly/i);
    expect(opened[0]!.headers.getSetCookie()[0]).toMatch(/SameSite=Strict/i);
    expect((await call('/api/my/session', { cookie })).body).toMatchObject({ email });
    expect(await open(token)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
  });

  it('are refused a link that is too old', async () => {
    const email = newEmail();
    await makeLicense(email);
    const token = await mailedLink(email);
    await links.updateOne({ emailKey: email }, { expiresAt: new Date(Date.now() - 1) });
    expect(await open(token)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
  });

  it('get a link to our own address, whatever Host header asked for it', async () => {
    const email = newEmail();
    await makeLicense(email);
    await requestLink(email, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' });
    const mail = await mailTo(email, 'Your link');
    expect(mail.textBody).toContain(`${OWN_ORIGIN}/my#link=`);
    expect(mail.textBody).not.toContain('evil.example');
  });

  it('and strangers read the same words, and only customers are mailed', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    const countRequests = () => countHandled(stack.serviceUrls['svc-support'], customerLinkRequested.subject);
    const before = await countRequests();
    await makeLicense(known);
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const replies: unknown[] = [];
    for (let round = 0; round < 10; round += 1) {
      for (const [kind, email] of [
        ['known', round === 0 ? known : newEmail()],
        ['unknown', newEmail()],
      ] as const) {
        if (kind === 'known' && round > 0) await makeLicense(email);
        const since = performance.now();
        const { status, text } = await requestLink(email);
        times[kind]!.push(performance.now() - since);
        replies.push([status, text]);
      }
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    // The slowest of one kind overlaps with the fastest of the other.
    expect(Math.min(...times.known!)).toBeLessThan(Math.max(...times.unknown!));
    expect(Math.min(...times.unknown!)).toBeLessThan(Math.max(...times.known!));
    await requestLink(unknown);
    await tokenIn(known, 'link', 'Your link');
    // Each round requests two.
    await until(async () => (await countRequests()) >= before + 21);
    // A mail that was queued then has gone by the time of a later one.
    const last = newEmail();
    await makeLicense(last);
    await mailedLink(last);
    expect(await mailsTo(unknown)).toEqual([]);
  });

  it('get a new session in place of one that a stranger planted, which ends', async () => {
    const email = newEmail();
    await makeLicense(email);
    const planted = await signIn(newEmail());
    const opened = await open(await mailedLink(email), planted);
    expect(opened.status).toBe(200);
    expect(cookieIn(opened)).not.toBe(planted);
    await until(async () => (await call('/api/my/session', { cookie: planted })).status === 401);
  });

  it('reach no call of users, and users reach no call of customers', async () => {
    const customer = await signIn(newEmail());
    const guarded = ROUTES.filter(
      ({ access, method }) => method === 'GET' && !['anyone', 'credentials'].includes(access),
    );
    for (const route of guarded) {
      const cookie = route.access === 'customer' ? adminCookie : customer;
      const { status } = await call(route.path.replaceAll(/:\w+/g, 'a'.repeat(24)), { cookie });
      expect([nameOf(route), status]).toEqual([nameOf(route), 401]);
    }
    // The value of one cookie under the name of the other.
    const swapped = customer.replace('customer=', 'session=');
    expect((await call('/api/user', { cookie: swapped })).status).toBe(401);
    expect(
      (await call('/api/my/session', { cookie: adminCookie.replace('session=', 'customer=') })).status,
    ).toBe(401);
  });

  it('see only what belongs to their own address, not to a look-alike or one in the request', async () => {
    const name = `anna.b${randomBytes(4).toString('hex')}`;
    const victim = `${name}@example.com`;
    const { id } = await makeLicense(victim);
    const orderId = await storeOrder(victim);
    const ticket = { name: 'Anna', email: victim, subject: 'No key', message: 'Where is it?' };
    expect((await call('/api/support', { json: { ...ticket, priority: 'low' } })).status).toBe(201);
    const lists = ['/api/my/licenses', '/api/my/orders', '/api/my/tickets'];
    const alike = [
      `${name}+x@example.com`,
      `${name.replace('.', '')}@example.com`,
      `${name.replace('a', 'а')}@example.com`,
      `${name}@exаmple.com`,
    ];
    for (const email of alike) {
      const cookie = await signIn(email);
      for (const list of lists) {
        for (const query of ['', `?email=${victim}`, `?ownerKey=${victim}`, `?email[$ne]=x`]) {
          const { body, status } = await call(list + query, { cookie });
          expect([list, query, status, body]).toEqual([list, query, 200, []]);
        }
      }
      const rotate = { keyNumber: 1, keptDevices: [] };
      const path = `/api/my/licenses/${id}`;
      expect((await call(`${path}/rotate`, { cookie, json: rotate })).status).toBe(404);
      expect((await call(`${path}/rotate`, { cookie, json: { ...rotate, email: victim } })).status).toBe(400);
      expect((await call(`${path}/devices`, { cookie })).status).toBe(404);
      expect((await call(`${path}/devices/device-0001`, { cookie, method: 'DELETE' })).status).toBe(404);
    }
    const owner = await signIn(victim.toUpperCase());
    const own = await Promise.all(lists.map((list) => call(list, { cookie: owner })));
    expect(own.map(({ body }) => body)).toMatchObject([[{ id }], [{ id: orderId }], [{ subject: 'No key' }]]);
  });

  it('keep their keys if only the previous mailbox confirms a change of address', async () => {
    const [email, newEmailAddress] = [newEmail(), newEmail()];
    const { id } = await makeLicense(email);
    const cookie = await signIn(email);
    const change = { json: { newEmail: newEmailAddress }, cookie };
    expect((await call('/api/my/address-changes', change)).status).toBe(202);
    const token = await tokenIn(email, 'change', 'Confirm the new address');
    for (let time = 0; time < 3; time += 1) {
      const reply = await call('/api/my/address-changes/confirmation', { json: { token } });
      expect(reply).toMatchObject({ status: 200, body: { isDone: false } });
    }
    expect((await call('/api/my/licenses', { cookie })).body).toMatchObject([{ id }]);
  });

  it('sign devices out and replace their key, also while others do', async () => {
    const email = newEmail();
    const { id, licenseKey } = await makeLicense(email);
    const onDevice = (verb: string, deviceId: string, key = licenseKey) =>
      call(`/api/license/${verb}`, { json: { licenseKey: key, deviceId } });
    for (const device of ['laptop-0001', 'office-0001']) await onDevice('activate', device);
    const cookie = await signIn(email);
    const read = async () =>
      (
        (await call('/api/my/licenses', { cookie })).body as {
          keyNumber: number;
          licenseKey: string;
          devices: { deviceId: string }[];
        }[]
      )[0]!;
    const { devices } = await read();
    expect(devices).toHaveLength(2);
    // No id of a device, which would get its token.
    expect(JSON.stringify(devices)).not.toMatch(/laptop-0001|office-0001/);
    const [office] = devices;
    await call(`/api/my/licenses/${id}/devices/${office!.deviceId}`, { cookie, method: 'DELETE' });
    await until(
      async () =>
        ((await onDevice('validate', 'office-0001')).body as { code: string }).code ===
        'DEVICE_NOT_ACTIVATED',
    );

    const kept = (await read()).devices.map(({ deviceId }) => deviceId);
    const json = { keyNumber: 1, keptDevices: kept };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call(`/api/my/licenses/${id}/rotate`, { cookie, json })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const after = await read();
    expect(after).toMatchObject({ keyNumber: 2, devices: [{ deviceName: '' }] });
    expect(after.licenseKey).not.toBe(licenseKey);
    await until(async () =>
      (await mailsTo(email)).some(({ subject }) => subject === 'Your new Leadping license key'),
    );
  });

  it('keep their keys until both mailboxes have confirmed a change of address, and then only add them', async () => {
    const [email, newEmailAddress] = [newEmail(), newEmail()];
    const mine = await makeLicense(email);
    const theirs = await makeLicense(newEmailAddress);
    const cookie = await signIn(email);
    const ownerOf = async (id: string) =>
      (await licenseModel(stack.databases.get('licensing')!).findById(id).lean())?.email;
    const change = { json: { newEmail: newEmailAddress }, cookie };
    expect((await call('/api/my/address-changes', change)).status).toBe(202);
    const confirm = (token: string) => call('/api/my/address-changes/confirmation', { json: { token } });
    const newToken = await tokenIn(newEmailAddress, 'change', 'Confirm the new address');
    // The new mailbox alone, as often as it likes.
    for (let time = 0; time < 3; time += 1) {
      expect(await confirm(newToken)).toMatchObject({ status: 200, body: { isDone: false } });
    }
    expect(await ownerOf(mine.id)).toBe(email);
    expect(await confirm('x'.repeat(43))).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });

    const token = await tokenIn(email, 'change', 'Confirm the new address');
    expect(token).not.toBe(newToken);
    expect(await confirm(token)).toMatchObject({ status: 200, body: { isDone: true } });
    await until(async () => (await ownerOf(mine.id)) === newEmailAddress);
    expect(await ownerOf(theirs.id)).toBe(newEmailAddress);
    // The session of the previous address has ended, and a new one shows nothing.
    await until(async () => (await call('/api/my/session', { cookie })).status === 401);
    expect((await call('/api/my/licenses', { cookie: await signIn(email) })).body).toEqual([]);
    const both = await call('/api/my/licenses', { cookie: await signIn(newEmailAddress) });
    expect((both.body as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(
      [mine.id, theirs.id].toSorted(),
    );
  });

  it('lose their session by signing out and by erasure, which only their own typed address starts', async () => {
    const email = newEmail();
    await makeLicense(email);
    const first = await signIn(email);
    expect((await call('/api/my/sign-out', { cookie: first, json: {} })).status).toBe(200);
    await until(async () => (await call('/api/my/session', { cookie: first })).status === 401);

    const cookie = await signIn(email);
    const exported = await call('/api/my/export', { cookie, json: {} });
    expect(exported).toMatchObject({ status: 200, body: { email } });
    expect(exported.text).toContain('licenses');
    const erase = (confirmedEmail: string) => call('/api/my/erasure', { cookie, json: { confirmedEmail } });
    expect(await erase('other@example.com')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
    expect((await erase(email)).status).toBe(202);
    await until(async () => (await call('/api/my/session', { cookie })).status === 401);
    const sessions = customerSessionModel(stack.databases.get('identity')!);
    expect(await sessions.countDocuments({ emailKey: email })).toBe(0);
    await until(
      async () =>
        (await licenseModel(stack.databases.get('licensing')!).countDocuments({ emailKey: email })) === 0,
    );
  });
});
