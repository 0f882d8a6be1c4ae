import {
  orderEmailCorrected,
  orderEmailProblem,
  orderPaid,
  orderRefunded,
} from '@leadping/contracts/commerce/order-events';
import {
  licenseEmailCorrected,
  licenseIssued,
  licenseKeyRotated,
} from '@leadping/contracts/licensing/license-events';
import { licenseMailSettled, type MailFailure } from '@leadping/contracts/support/mail-events';
import { licenseTimeline, mailTimeline, type TimelineEntry } from '@leadping/contracts/timeline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countHandled } from '@leadping/test-kit/count-handled';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { until } from '@leadping/test-kit/until';
import { openShop, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';

/** `find` once there is one. */
async function awaitOne<T>(list: readonly T[], matches: (entry: T) => boolean): Promise<T> {
  await until(() => list.some(matches));
  return list.find(matches) as T;
}

describe('the address of a customer', () => {
  let shop: Shop;
  let support: FakeService;
  beforeAll(async () => {
    shop = await openShop();
    support = await openFakeService(shop.config, 'svc-support');
  });
  afterAll(async () => {
    await support.close();
    await shop.close();
  });

  /** A paid session as the provider reports it with this address, which its own pay page may not take. */
  const pay = async (email: string | null, path = MAIN) => {
    const sessionId = await shop.checkOut(path);
    await shop.pay(sessionId, 'paid', 'buyer@example.com');
    const [event] = (await shop.eventsOf(shop.platformKey)).filter(
      ({ data }) => (data.object as { id?: string }).id === sessionId,
    );
    if (!event) throw new Error('no event');
    const session = event.data.object as unknown as { customer_details: object | null };
    const details = { ...session, customer_email: null, customer_details: email === null ? null : { email } };
    const deliver = () => shop.deliver({ ...event, data: { object: details } });
    expect((await deliver()).status).toBe(200);
    const order = await shop.order(sessionId);
    if (!order) throw new Error('no order');
    return { order, sessionId, deliver, stored: async () => shop.order(sessionId) };
  };
  const correct = (id: string, customerEmail: string) =>
    shop.asAdmin(`/api/admin/orders/${id}/email`, { method: 'PUT', json: { customerEmail } });
  const issue = (orderId: string) =>
    shop.fakeService.publish(licenseIssued, {
      licenseId: `license-of-${orderId}`,
      sealedLicenseKey: shop.licenseKeys.seal('KEY', `license-of-${orderId}`),
      email: 'x@example.com',
      orderId,
      seller: { resellerId: null, businessName: 'Leadping' },
      origin: 'order',
      issuedAt: new Date().toISOString(),
    });

  it('is stored and published as typed, and is found in any letter case [R-november.2]', async () => {
    const paid = await shop.fakeService.collect(orderPaid);
    const { order } = await pay('Anna.B@Example.ORG');
    expect(order).toMatchObject({
      customerEmail: 'Anna.B@Example.ORG',
      canonicalEmail: 'anna.b@example.org',
    });
    expect((await awaitOne(paid, ({ orderId }) => orderId === order._id)).customerEmail).toBe(
      'Anna.B@Example.ORG',
    );
    const { body } = await shop.asAdmin('/api/admin/orders?search=anna.b@example.org');
    expect(body).toMatchObject([{ id: order._id, emailProblem: null, isTest: true }]);
  });

  it.each([
    'a&b@example.org',
    'x/y@example.org',
    'info@müller.de',
    '"anna b"@example.org',
    'p%q@xn--p1ai.xn--p1ai',
  ])('is accepted as typed, for example %s', async (email) => {
    const { order } = await pay(email);
    expect(order).toMatchObject({ customerEmail: email, emailProblem: null, isPaidPublished: true });
  });

  it.each([
    [null, 'missing'],
    ['', 'missing'],
    ['no address', 'refused'],
  ] as const)(
    'holds a paid order back if it is %j, until an admin corrects it, and is reported to the admins once',
    async (email, problem) => {
      const [paid, problems] = [
        await shop.fakeService.collect(orderPaid),
        await shop.fakeService.collect(orderEmailProblem),
      ];
      const corrections = await shop.fakeService.collect(orderEmailCorrected);
      const { order, deliver, stored } = await pay(email);
      expect(order).toMatchObject({ emailProblem: problem, status: 'completed', isPaidPublished: false });
      expect(order.republishAt).toBeUndefined();
      await deliver();
      await awaitOne(problems, ({ orderId }) => orderId === order._id);

      const reply = await correct(order._id, 'right@example.org');
      expect(reply).toMatchObject({
        status: 200,
        body: { customerEmail: 'right@example.org', emailProblem: null },
      });
      const event = await awaitOne(paid, ({ orderId }) => orderId === order._id);
      expect(event.customerEmail).toBe('right@example.org');
      await deliver();
      expect(await stored()).toMatchObject({ customerEmail: 'right@example.org', emailProblem: null });
      expect(problems.filter(({ orderId }) => orderId === order._id)).toHaveLength(1);
      expect(paid.filter(({ orderId }) => orderId === order._id)).toHaveLength(1);
      // The payment has the address: its key is mailed there, and not once more for the correction.
      expect(corrections.filter(({ orderId }) => orderId === order._id)).toEqual([]);
    },
  );

  it('is erased once, even if the erasure is delivered again, and the order is kept for the books', async () => {
    const { order, stored } = await pay('erased@example.org');

    const [first, ...again] = await eraseTwice(shop.config, 'svc-commerce', 'Erased@Example.org');

    expect(first).toMatchObject({ removed: [], kept: [{ collection: 'orders', count: 1 }] });
    for (const report of again) expect(report).toMatchObject({ removed: [], kept: [] });
    const { customerEmail, canonicalEmail, money, status, revision } = (await stored()) ?? {};
    expect({ customerEmail, canonicalEmail }).toEqual({ customerEmail: '', canonicalEmail: '' });
    expect({ money, status }).toEqual({ money: order.money, status: order.status });
    expect(revision).toBe(order.revision + 1);
  });

  it('of a held order is corrected, and then its refund is published', async () => {
    const refunded = await shop.fakeService.collect(orderRefunded);
    const { order, sessionId } = await pay(null);
    await shop.refund(sessionId);
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
    await until(async () => (await shop.order(sessionId))?.status === 'refunded');
    await correct(order._id, 'right@example.org');
    await awaitOne(refunded, ({ orderId }) => orderId === order._id);
  });

  it('is shown if the mail provider refused it, and the key is sent again after a correction', async () => {
    const corrected = await shop.fakeService.collect(orderEmailCorrected);
    const problems = await shop.fakeService.collect(orderEmailProblem);
    const { order, stored } = await pay('mistyped@example.org');
    await issue(order._id);
    await until(async () => (await stored())?.licenseId === `license-of-${order._id}`);
    const settle = (outcome: 'sent' | 'failed') =>
      support.publish(licenseMailSettled, {
        licenseId: `license-of-${order._id}`,
        orderId: order._id,
        email: 'mistyped@example.org',
        outcome,
        error: outcome === 'failed' ? '406: inactive recipient' : null,
      });
    await settle('failed');
    await settle('failed');
    await until(async () => (await stored())?.emailProblem === 'refused');
    await awaitOne(problems, ({ orderId, problem }) => orderId === order._id && problem === 'refused');

    await correct(order._id, 'Right@example.org');
    const published = await awaitOne(corrected, ({ orderId }) => orderId === order._id);
    const { revision, emailCorrectedAt } = (await stored()) ?? {};
    const correctedAt = emailCorrectedAt?.toISOString();
    expect(published).toMatchObject({ customerEmail: 'Right@example.org', revision, correctedAt });
    expect(correctedAt).toBeDefined();
    await settle('sent');
    expect(await stored()).toMatchObject({ emailProblem: null });
    expect(problems.filter(({ orderId }) => orderId === order._id)).toHaveLength(1);
  });

  it('counts as undelivered, not refused, while the mail provider takes no mail, and a key that is sent later clears the problem', async () => {
    const problems = await shop.fakeService.collect(orderEmailProblem);
    const { order, stored } = await pay('right@example.org');
    const settle = (outcome: 'sent' | 'failed', at: number, cause?: MailFailure) =>
      support.publish(licenseMailSettled, {
        licenseId: `license-of-${order._id}`,
        orderId: order._id,
        email: 'right@example.org',
        outcome,
        error: outcome === 'failed' ? 'Error: 503' : null,
        cause,
        settledAt: new Date(at).toISOString(),
      });
    const now = Date.now();
    await settle('failed', now + 1000, 'unavailable');
    await until(async () => (await stored())?.emailProblem === 'undelivered');
    // Releases that know two problems read one of them.
    expect(await awaitOne(problems, ({ orderId }) => orderId === order._id)).toMatchObject({
      problem: 'refused',
      isUndelivered: true,
    });
    const { body } = await shop.asAdmin(`/api/admin/orders?search=${order._id}`);
    expect(body).toMatchObject([{ id: order._id, emailProblem: 'undelivered' }]);

    await settle('sent', now + 2000);
    await until(async () => (await stored())?.emailProblem === null);
    // A mail outcome of an earlier release, which names no cause.
    await settle('failed', now + 3000);
    await until(async () => (await stored())?.emailProblem === 'refused');
  });

  it('has the state of the latest mail outcome, regardless of the order in which outcomes arrive', async () => {
    const problems = await shop.fakeService.collect(orderEmailProblem);
    const { order, stored } = await pay('resent@example.org');
    const now = Date.now();
    const settle = (outcome: 'sent' | 'failed', at: number, isWithdrawn?: boolean) =>
      support.publish(licenseMailSettled, {
        licenseId: `license-of-${order._id}`,
        orderId: order._id,
        email: 'resent@example.org',
        outcome,
        error: outcome === 'failed' ? '406: inactive recipient' : null,
        isWithdrawn,
        settledAt: new Date(at).toISOString(),
      });
    const settledBy = async (at: number) =>
      until(async () => (await stored())?.mailSettledAt?.getTime() === at);
    const countSettled = () => countHandled(shop.url, licenseMailSettled.subject);
    const before = await countSettled();
    await settle('sent', now + 2000);
    await settledBy(now + 2000);
    // The outcome of the first mail, which waited for NATS.
    await settle('failed', now + 1000);
    // A mail that was withdrawn is no outcome.
    await settle('failed', now + 2500, true);
    await until(async () => (await countSettled()) >= before + 3);
    await settle('sent', now + 2001);
    await settledBy(now + 2001);
    expect(await stored()).toMatchObject({ emailProblem: null, revision: order.revision });
    await settle('failed', now + 3000);
    await until(async () => (await stored())?.emailProblem === 'refused');

    await correct(order._id, 'resent@example.org');
    await settle('failed', now - 1000);
    await settle('sent', now + 4000);
    await settledBy(now + 4000);
    expect(await stored()).toMatchObject({ emailProblem: null });
    await awaitOne(problems, ({ orderId }) => orderId === order._id);
    expect(problems.filter(({ orderId }) => orderId === order._id)).toHaveLength(1);
  });

  it('of an order for reseller rights can be corrected until the rights are published, and then only on the reseller', async () => {
    const published = await shop.fakeService.collect(orderPaid);
    const { order, stored } = await pay(null, '/api/create-reseller-checkout');
    expect((await correct(order._id, 'right@example.org')).status).toBe(200);
    await awaitOne(published, ({ orderId }) => orderId === order._id);
    const before = await stored();

    expect(await correct(order._id, 'other@example.org')).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('Reseller Management') },
    });
    const { customerEmail, revision } = (await stored()) ?? {};
    expect({ customerEmail, revision }).toEqual({
      customerEmail: 'right@example.org',
      revision: before?.revision,
    });
  });

  it('gets the new key of its license, the latest one in whatever order they arrive', async () => {
    const { order, stored } = await pay('rotated@example.org');
    const seller = { resellerId: null, businessName: 'Leadping' };
    const licenseId = `license-of-${order._id}`;
    const rotate = (keyNumber: number) =>
      shop.fakeService.publish(licenseKeyRotated, {
        licenseId,
        orderId: order._id,
        seller,
        email: order.customerEmail,
        keyNumber,
        sealedLicenseKey: shop.licenseKeys.seal(`KEY-${keyNumber}`, licenseId),
        requestId: `${licenseId}-${keyNumber}`,
        keptDevices: 0,
        cause: 'requested',
      });
    await rotate(3);
    await until(async () => (await stored())?.licenseKeyNumber === 3);
    await rotate(2);
    await issue(order._id);
    await rotate(4);
    await until(async () => (await stored())?.licenseKeyNumber === 4);
    expect(shop.licenseKeys.open((await stored())?.sealedLicenseKey ?? '', licenseId)).toBe('KEY-4');
  });

  const correctOnLicense = (orderId: string, email: string, at: number) =>
    shop.fakeService.publish(licenseEmailCorrected, {
      licenseId: `license-of-${orderId}`,
      sealedLicenseKey: shop.licenseKeys.seal('KEY', `license-of-${orderId}`),
      orderId,
      seller: { resellerId: null, businessName: 'Leadping' },
      email,
      correctedAt: new Date(at).toISOString(),
    });

  it('is copied once from a correction on the license, but never over a later correction', async () => {
    const corrections = await shop.fakeService.collect(orderEmailCorrected);
    const { order, stored } = await pay('mistyped@example.org');
    const correctLicense = (email: string, at: number) => correctOnLicense(order._id, email, at);
    const countCorrections = async () =>
      (await stored())?.history?.filter(({ kind }) => kind === 'email-corrected').length;
    const now = Date.now() - 10_000; // Before the correction by hand, also by the database's clock.
    await correctLicense('Right@example.org', now);
    await correctLicense('Right@example.org', now);
    await correctLicense('older@example.org', now - 60_000);
    await correctLicense('last@example.org', now + 1);
    await until(async () => (await stored())?.customerEmail === 'last@example.org');
    expect((await stored())?.canonicalEmail).toBe('last@example.org');
    expect(await countCorrections()).toBe(2);

    await correct(order._id, 'by-hand@example.org');
    await correctLicense('stale@example.org', now + 2);
    await correctLicense('next@example.org', now + 600_000);
    await until(async () => (await stored())?.customerEmail === 'next@example.org');
    expect(await countCorrections()).toBe(4);
    // Licensing has mailed the key already: of these only the one by hand goes back to it.
    await until(() => corrections.length > 0);
    expect(corrections.map(({ customerEmail }) => customerEmail)).toEqual(['by-hand@example.org']);
  });

  it('stays erased if a correction that was made before the erasure arrives late', async () => {
    const { order, stored } = await pay('gone@example.com');
    const correctLicense = (email: string, at: number) => correctOnLicense(order._id, email, at);
    await eraseTwice(shop.config, 'svc-commerce', 'gone@example.com');
    await until(async () => (await stored())?.erasedAt !== undefined);
    await correctLicense('late@example.com', Date.now() - 60_000);
    await correctLicense('asked-again@example.com', Date.now() + 60_000);
    await until(async () => (await stored())?.customerEmail === 'asked-again@example.com');
    const { history } = (await stored()) ?? {};
    expect(history?.filter(({ kind }) => kind === 'email-corrected')).toHaveLength(1);
  });

  it('cannot be corrected by another reseller or to an invalid address', async () => {
    const { order, stored } = await pay('buyer@example.com');
    const change = { method: 'PUT', json: { customerEmail: 'mine@example.org' } };
    const reseller = { role: 'reseller', resellerId: 'c'.repeat(24) } as const;
    expect((await shop.as(reseller, `/api/admin/orders/${order._id}/email`, change)).status).toBe(403);
    expect((await shop.as(reseller, `/api/resellers/orders/${order._id}/email`, change)).status).toBe(404);
    expect((await correct('f'.repeat(24), 'mine@example.org')).status).toBe(404);
    expect((await correct(order._id, 'no address')).status).toBe(400);
    expect(await stored()).toMatchObject({ customerEmail: 'buyer@example.com', revision: order.revision });
  });

  it('the timeline of an order has the entries of every service in order, and names the services that do not reply', async () => {
    const { order, sessionId } = await pay('buyer@example.com');
    await shop.refund(sessionId, 1000);
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
    const read = async () =>
      (await shop.asAdmin(`/api/admin/orders/${order._id}/timeline`)).body as {
        entries: TimelineEntry[];
        missing: string[];
      };
    expect((await read()).missing).toEqual(['svc-licensing', 'svc-support']);

    const entry = (
      service: TimelineEntry['service'],
      kind: TimelineEntry['kind'],
      title: string,
    ): TimelineEntry => ({
      at: new Date((order.history?.at(-1)?.at.getTime() ?? 0) + 1).toISOString(),
      service,
      kind,
      title,
      detail: null,
      state: 'ok',
      traceId: null,
      subjectId: 'x',
      action: null,
    });
    shop.fakeService.bus.respond(licenseTimeline, async ({ orderId }) => ({
      entries: [entry('svc-licensing', 'license', `of ${orderId}`)],
      licenseIds: ['license-1'],
    }));
    support.bus.respond(mailTimeline, async ({ licenseIds }) => ({
      entries: [entry('svc-support', 'mail', `of ${licenseIds.join()}`)],
    }));
    await until(async () => (await read()).missing.length === 0);
    const { entries } = await read();
    const own = entries.filter(({ service }) => service === 'svc-commerce');
    for (const { traceId } of own) expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(entries.map(({ title, detail }) => [title, detail])).toEqual([
      ['Order created', null],
      ['Payment received', '$79.00'],
      [`of ${order._id}`, null],
      ['of license-1', null],
      ['Partly refunded', '$10.00'],
    ]);
    expect((await shop.asAdmin(`/api/admin/orders/${'f'.repeat(24)}/timeline`)).status).toBe(404);
  });
});
