import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  erasureRequested,
  personalData,
  personErased,
  type PersonalRecord,
} from '@leadping/contracts/support/privacy-events';
import type { Erasure } from '@leadping/contracts/support/privacy-routes';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { dropStreams } from '@leadping/test-kit/drop-stack';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { until } from '@leadping/test-kit/until';
import { randomUUID } from 'node:crypto';
import { quietSettings, startSupport, type Support } from './support.ts';

const ADMIN = { role: 'admin', username: 'root' } as const;
const someone = () => `someone-${randomUUID().slice(0, 8)}@example.com`;
const ERASURES = '/api/admin/privacy/erasures';

describe('privacy', () => {
  let support: Support;
  let obstacle: string | null = null;
  let isAway = false;
  const records: PersonalRecord[] = [];
  beforeAll(async () => {
    support = await startSupport();
    support.identity.bus.respond(personalData('svc-identity'), async () => ({
      records: [],
      next: null,
      obstacle,
    }));
    support.commerce.bus.respond(personalData('svc-commerce'), async ({ offset }) => ({
      records: records.slice(offset, offset + 1),
      next: offset + 1 < records.length ? offset + 1 : null,
      obstacle: null,
    }));
    support.licensing.bus.respond(personalData('svc-licensing'), async () => {
      if (isAway) await new Promise(() => undefined);
      return { records: [], next: null, obstacle: null };
    });
    await Promise.all(
      [support.identity, support.commerce, support.licensing].map(async ({ bus }) =>
        (await bus.connected).flush(),
      ),
    );
  });
  afterAll(() => support.close());

  const erase = (email: string) => support.as(ADMIN, ERASURES, { json: { email } });
  const listed = async (id: string) => {
    const { body } = await support.as(ADMIN, ERASURES);
    return (body as Erasure[]).find((each) => each.id === id);
  };
  const report = (erasureId: string, count: number) => ({
    erasureId,
    at: new Date().toISOString(),
    removed: [{ collection: 'things', count }],
    kept: [],
  });

  it('an erasure is complete when each service has reported, and a repeated report counts once', async () => {
    const requests = await support.commerce.collect(erasureRequested);
    const { status, body } = await erase(someone());
    const { id } = body as Erasure;
    expect(status).toBe(202);
    await until(() => requests.some(({ erasureId }) => erasureId === id));

    await support.identity.publish(personErased('svc-identity'), report(id, 1));
    await support.commerce.publish(personErased('svc-commerce'), report(id, 2));
    await until(async () => (await listed(id))?.services.filter(({ erasedAt }) => erasedAt).length === 3);
    await support.commerce.publish(personErased('svc-commerce'), report(id, 99));
    expect((await listed(id))?.completedAt).toBeNull();
    await support.licensing.publish(personErased('svc-licensing'), report(id, 3));
    await until(async () => (await listed(id))?.completedAt !== null);

    const commerce = (await listed(id))?.services.find(({ service }) => service === 'svc-commerce');
    expect(commerce?.removed).toEqual([{ collection: 'things', count: 2 }]);
    const stored = await support.database.collection('erasures').findOne({ _id: id as never });
    expect(stored).not.toHaveProperty('sealedEmail');
  });

  it('an erasure request that is delivered twice removes the person once, and its report is published again', async () => {
    const email = someone();
    const write = () =>
      support.as(null, '/api/support', { json: { name: 'A', email, subject: 'S', message: 'M' } });
    await write();
    const reports = await support.commerce.collect(personErased('svc-support'));
    const { body } = await erase(email);
    const { id } = body as Erasure;
    const ofThis = () => reports.filter(({ erasureId }) => erasureId === id);
    await until(() => ofThis().length > 0);
    const since = (await write()).body as { ticketNumber: string };

    // The stream is gone with its deduplication, so that the event is delivered again.
    await dropStreams(support.config);
    await support.database
      .collection('published_events')
      .updateMany({ subject: erasureRequested.subject }, { $set: { streamCreatedAt: 'before' } });
    await until(() => ofThis().length > 1);

    for (const report of ofThis()) {
      expect(report).toEqual({ ...ofThis()[0], removed: [{ collection: 'tickets', count: 1 }] });
    }
    const tickets = await support.database.collection('tickets').find({ email }).toArray();
    expect(tickets).toEqual([expect.objectContaining({ ticketNumber: since.ticketNumber })]);
  });

  it('a dead letter can still be replayed after an erasure, and has no personal data', async () => {
    const email = someone();
    const letters = support.database.collection<{ _id: string }>('dead_letters');
    const license = { licenseId: randomUUID(), email, version: 2, orderId: null };
    await letters.insertOne({
      _id: `letter-${license.licenseId}`,
      eventId: 'e',
      consumer: 'svc-support-licensing-license-revoked',
      payload: { ...license, seller: { resellerId: null, businessName: `${email} and sons` } },
      error: `no template for ${email}`,
    } as never);

    await eraseTwice(support.config, 'svc-support', email);

    expect(await letters.findOne({ _id: `letter-${license.licenseId}` })).toMatchObject({
      payload: { ...license, email: '', seller: { businessName: ' and sons' } },
      error: 'no template for ',
    });
    await letters.deleteMany({});
  });

  it('an audit entry that names the person keeps the names of the changed fields, but not their texts', async () => {
    const email = someone();
    const entryOf = (customerEmail: string) => [
      { field: 'customerEmail', before: null, after: customerEmail },
      { field: 'notes', before: '', after: 'Jane, whom we met at the fair' },
      { field: 'isTest', before: 1, after: true },
    ];
    const at = new Date();
    const log = support.database.collection<{ _id: string }>('audit_log');
    const own = support.database.collection<{ _id: string }>('audit_entries');
    const other = { _id: randomUUID(), at, changes: entryOf(someone()) };
    const named = { _id: randomUUID(), at, changes: entryOf(email) };
    await log.insertMany([named, other]);
    await own.insertOne({ _id: named._id, at, isOpen: false, record: { changes: named.changes } } as never);

    await eraseTwice(support.config, 'svc-support', email);

    const [customerEmail, notes, isTest] = named.changes;
    const changes = [{ ...customerEmail, after: '(erased)' }, { ...notes, after: '(erased)' }, isTest];
    expect(await log.findOne({ _id: named._id })).toEqual({ ...named, changes });
    expect(await log.findOne({ _id: other._id })).toEqual(other);
    expect(await own.findOne({ _id: named._id })).toMatchObject({ at, record: { changes } });
  });

  it('notices of an undelivered key no longer name an erased customer', async () => {
    const email = someone();
    const longer = `not.${email}`;
    const admin = someone();
    support.settings.current = quietSettings({ adminNotificationEmails: [admin] });
    const licenses = [email, longer].map((to) => issuedLicense({ email: to, orderId: null }));
    await support.sandbox('/sandbox/mail/rules', 'PUT', { inactive: [email, longer] });
    for (const license of licenses) await support.licensing.publish(licenseIssued, license);
    await support.mailed(admin, 2);
    support.settings.current = quietSettings();

    await eraseTwice(support.config, 'svc-support', email);

    const ids = (await support.mails.find().select({ _id: 1 }).lean()).map(({ _id }) => _id);
    const naming = ids.filter((id) => id.startsWith('key-undelivered:') && id.includes(email));
    expect(naming).toEqual([`key-undelivered:${licenses[1]?.licenseId}:refused:${longer}:${admin}`]);
  });

  it('an erasure that a service objects to is refused, and nothing is written', async () => {
    obstacle = 'jane signs in as a reseller. Delete the reseller first.';
    const before = await support.database.collection('erasures').countDocuments();

    const { status, body } = await erase(someone());

    obstacle = null;
    expect(status).toBe(409);
    expect(body).toMatchObject({ message: expect.stringContaining('Delete the reseller first') });
    expect(await support.database.collection('erasures').countDocuments()).toBe(before);
  });

  it('an export has every page of every service, or is refused as a whole', async () => {
    for (const count of [1, 2, 3]) records.push({ collection: 'orders', data: { count } });
    const ask = () => support.as(ADMIN, '/api/admin/privacy/export', { json: { email: someone() } });

    const whole = await ask();
    isAway = true;
    const partial = await ask();
    isAway = false;

    expect(whole.body).toMatchObject({
      records: records.map((each) => ({ ...each, service: 'svc-commerce' })),
    });
    expect(partial.status).toBeGreaterThanOrEqual(503);
  });

  it('an export shows an address as it was typed, without the normalized forms for searches', async () => {
    const email = `Jane.${someone()}`;
    await support.as(null, '/api/support', { json: { name: 'A', email, subject: 'S', message: 'M' } });
    const mails = support.database.collection<{ _id: string; to: string; toKey: string }>('mails');
    const toKey = email.toLowerCase();
    await mails.insertOne({ _id: randomUUID(), to: email, toKey });

    const { body } = await support.as(ADMIN, '/api/admin/privacy/export', { json: { email } });

    const own = (body as { records: PersonalRecord[] }).records.filter(({ data }) =>
      [data['email'], data['to']].includes(email),
    );
    expect(new Set(own.map(({ collection }) => collection))).toEqual(new Set(['tickets', 'mails']));
    expect(JSON.stringify(body)).not.toContain(toKey);
  });

  it('erasures and exports are refused to everybody except admins', async () => {
    for (const path of [ERASURES, '/api/admin/privacy/export']) {
      for (const role of ['support', 'reseller', 'other'] as const) {
        const actor = { role, resellerId: 'r1' };
        expect((await support.as(actor, path, { json: { email: someone() } })).status).toBe(403);
      }
      expect((await support.as(null, path, { json: { email: someone() } })).status).toBe(401);
      expect((await support.as(ADMIN, path, { json: { email: 'nobody' } })).status).toBe(400);
    }
  });
});
