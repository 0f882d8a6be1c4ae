import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Actor } from '@leadping/contracts/actor';
import { defineRoute } from '@leadping/contracts/route';
import { auditRecorded, type AuditRecord } from '@leadping/contracts/support/audit-events';
import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { z } from 'zod';
import { changedFields } from '../src/audit/audit-changes.ts';
import { auditTrail, type AuditTrail } from '../src/audit/audit-trail.ts';
import { recordChange } from '../src/audit/record-change.ts';
import { unwatched } from '../src/data/watch-writes.ts';
import { DomainError } from '../src/domain-error.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service } from '../src/process/service.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { actorHeaders, testActor } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { openTestStreams } from '@leadping/test-kit/test-streams';
import { until } from '@leadping/test-kit/until';

const change = {
  service: 'svc-commerce',
  method: 'PUT',
  summary: 'Changes a thing',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string(), secretKey: z.string().optional() }),
  replies: { 200: z.object({}) },
  errors: [],
} as const;
const plain = defineRoute({ ...change, path: '/api/plain/:id' });
const described = defineRoute({ ...change, path: '/api/described/:id' });
const refused = defineRoute({ ...change, path: '/api/refused/:id' });
const partly = defineRoute({ ...change, path: '/api/partly/:id' });
const halfway = defineRoute({ ...change, path: '/api/halfway/:id' });
const counted = defineRoute({ ...change, path: '/api/counted/:id' });
const read = defineRoute({
  ...change,
  method: 'GET',
  body: undefined,
  path: '/api/read/:id',
  audited: 'hourly',
});
const failing = defineRoute({ ...change, path: '/api/failing/:id' });
const silent = defineRoute({ ...change, path: '/api/silent/:id', unaudited: 'A test.' });

interface Thing {
  name: string;
}
type Things = Model<Thing>;
/** All ways to write. Updates change the document with the name `old`. */
const WRITES: Record<string, (things: Things, name: string) => Promise<unknown>> = {
  create: (things, name) => things.create({ name }),
  insertMany: (things, name) => things.insertMany([{ name }]),
  bulkWrite: (things, name) => things.bulkWrite([{ insertOne: { document: { name } } }]),
  updateOne: (things, name) => things.updateOne({ name: 'old' }, { $set: { name } }).exec(),
  updateMany: (things, name) => things.updateMany({ name: 'old' }, { $set: { name } }).exec(),
  upsert: (things, name) => things.updateOne({ name }, { $set: { name } }, { upsert: true }).exec(),
  findOneAndUpdate: (things, name) => things.findOneAndUpdate({ name: 'old' }, { $set: { name } }).exec(),
  findOneAndDelete: (things) => things.findOneAndDelete({ name: 'old' }).exec(),
  deleteOne: (things) => things.deleteOne({ name: 'old' }).exec(),
  deleteMany: (things) => things.deleteMany({ name: 'old' }).exec(),
};

const config = testConfig(ServiceConfig, { LOG_LEVEL: 'error' });
const EVENT = auditRecorded('commerce');
const SECRETS = ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'ABCD-1234-EFGH-5678-JKMN-9012-PQRS-3456', 'hunter2'];

describe('audit trail', () => {
  let service: Service;
  let url: string;
  let trail: AuditTrail;
  let database: Connection;
  let support: FakeService;
  let entries: AuditRecord[];
  let log: CapturedLog;
  beforeAll(async () => {
    log = captureLog();
    await openTestStreams(config, []);
    service = await buildService({
      name: 'svc-commerce',
      config,
      setUp: ({ route, audit, database: own }) => {
        trail = audit;
        database = own;
        const things = own.model<Thing>('Thing', new Schema<Thing>({ name: String }));
        const attempts = own.model(
          'Attempt',
          new Schema({ at: Date }).index({ at: 1 }, { expireAfterSeconds: 60 }),
        );
        route(plain, () => ({}));
        route(silent, () => ({}));
        route(described, async ({ body, params }) => {
          recordChange({
            target: `thing-${params.id}`,
            before: { name: 'old', price: 5, owner: { email: 'a@b.example' }, sealedKey: 'old' },
            after: { name: body.name, price: 5, owner: { email: 'c@d.example' }, sealedKey: 'new' },
          });
          return {};
        });
        route(refused, () => {
          throw new DomainError('NOT_FOUND', 'There is no such thing.');
        });
        route(partly, ({ params }) => {
          recordChange({ target: params.id, before: { email: 'old' }, after: { email: 'new' } });
          throw new DomainError('CONFLICT', 'The rest was not changed.');
        });
        route(halfway, async ({ params, body }) => {
          await WRITES[params.id]?.(things, body.name);
          throw new DomainError('CONFLICT', 'The rest was not changed.');
        });
        route(counted, async () => {
          await attempts.create({ at: new Date() });
          await things.updateOne({ name: 'nobody' }, { $set: { name: 'somebody' } });
          await things.findOneAndDelete({ name: 'nobody' });
          const { _id } = await unwatched(() => things.create({ name: 'taken back' }));
          await unwatched(() => things.deleteOne({ _id }).exec());
          throw new DomainError('CONFLICT', 'Nothing was changed.');
        });
        route(read, () => ({}));
        route(failing, () => {
          throw new Error('in the middle');
        });
      },
    });
    url = await service.listen();
    support = await openFakeService(config, 'svc-support');
    entries = await support.collect(EVENT);
  });
  afterAll(async () => {
    await support.close();
    await service.close();
    await dropStack(config);
    log.stop();
  });

  const put = async (path: string, actor: Partial<Actor>, json: object = { name: 'new' }) =>
    send(`${url}/api/${path}`, {
      method: 'PUT',
      json,
      headers: {
        ...(await actorHeaders(testActor(actor), 'svc-commerce')),
        'x-forwarded-for': '203.0.113.9',
      },
    });
  const ADMIN = { role: 'admin', username: 'root', userId: 'u1' } as const;
  const entryOf = async (target: string) => {
    await until(() => entries.some((entry) => entry.target === target));
    return entries.filter((entry) => entry.target === target);
  };

  it('writes an entry for a change with the actor, the change, the address and the fields of the body', async () => {
    const { status } = await put('plain/one', ADMIN, { name: 'new', secretKey: 'hunter2' });

    expect(status).toBe(200);
    expect(await entryOf('one')).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-/),
        actor: { userId: 'u1', username: 'root', role: 'admin', resellerId: null },
        address: '203.0.113.9',
        action: 'PUT /api/plain/:id',
        summary: 'Changes a thing',
        target: 'one',
        changes: [
          { field: 'name', before: null, after: 'new' },
          { field: 'secretKey', before: null, after: '(hidden)' },
        ],
        outcome: 'done',
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  it('writes only the fields that differ if the handler reports what changed', async () => {
    await put('described/two', { role: 'reseller', resellerId: 'r1' });

    const [entry] = await entryOf('thing-two');
    expect(entry?.actor.resellerId).toBe('r1');
    expect(entry?.changes).toEqual([
      { field: 'name', before: 'old', after: 'new' },
      { field: 'owner.email', before: 'a@b.example', after: 'c@d.example' },
      { field: 'sealedKey', before: '(hidden)', after: '(hidden)' },
    ]);
  });

  it('writes no entry for a refused call, a call of a customer or a call that needs none, but one for a failed call', async () => {
    expect((await put('refused/three', ADMIN)).status).toBe(404);
    expect((await put('plain/four', { role: 'other' })).status).toBe(200);
    expect((await put('silent/five', ADMIN)).status).toBe(200);
    expect((await put('failing/six', ADMIN)).status).toBe(500);

    expect((await entryOf('six')).map(({ outcome }) => outcome)).toEqual(['unknown']);
    const left = await database.collection('audit_entries').distinct('record.target');
    expect(left).not.toEqual(expect.arrayContaining(['three']));
    expect(entries.map(({ target }) => target)).not.toEqual(
      expect.arrayContaining(['three', 'four', 'five']),
    );
  });

  it('writes an entry for a call that is refused after it reported a change', async () => {
    expect((await put('partly/seven', ADMIN)).status).toBe(409);
    expect(await entryOf('seven')).toMatchObject([
      { outcome: 'unknown', changes: [{ field: 'email', before: 'old', after: 'new' }] },
    ]);
  });

  it.each(Object.keys(WRITES))(
    'writes an entry with the body for a call that is refused after a write by %s, even if its handler records no change',
    async (write) => {
      await database.collection('things').deleteMany({});
      await database.collection('things').insertOne({ name: 'old' });
      expect((await put(`halfway/${write}`, ADMIN)).status).toBe(409);
      expect(await entryOf(write)).toMatchObject([
        { outcome: 'unknown', changes: [{ field: 'name', before: null, after: 'new' }] },
      ]);
    },
  );

  it('writes no entry for a refused call that changed nothing, only counted the attempt or undid its write', async () => {
    expect((await put('counted/nine', ADMIN)).status).toBe(409);
    expect(await database.collection('audit_entries').distinct('record.target')).not.toContain('nine');
  });

  it('writes one entry per person, target and hour for a read that is audited hourly', async () => {
    const get = async (target: string, actor: Partial<Actor> = ADMIN) =>
      send(`${url}/api/read/${target}`, { headers: await actorHeaders(testActor(actor), 'svc-commerce') });
    for (const target of ['read', 'read', 'beside']) expect((await get(target)).status).toBe(200);
    await Promise.all([get('read'), get('read'), get('read', { ...ADMIN, userId: 'u2' })]);
    await trail.record({ actor: testActor(ADMIN), address: '', action: 'x', summary: 'x', target: 'after' });
    await entryOf('after');
    const reads = entries.filter(({ action }) => action === 'GET /api/read/:id');
    const readers = reads.map(({ target, actor }) => `${target} by ${actor.userId}`);
    expect(new Set(readers)).toEqual(new Set(['read by u1', 'beside by u1', 'read by u2']));
    // Two of one person where an hour ended in between.
    const hours = reads.map(({ at }, index) => `${readers[index]} ${at.slice(0, 13)}`);
    expect(hours).toHaveLength(new Set(hours).size);
  });

  it('publishes an entry once, as unknown, if its process died before the entry was settled', async () => {
    const audited = {
      actor: testActor(ADMIN),
      address: '',
      action: 'PUT /api/x',
      summary: 'x',
      target: 'lost',
    };
    let release: () => void = () => undefined;
    const held = trail.audited(audited, () => new Promise<void>((resolve) => (release = resolve)));
    await until(
      async () => (await database.collection('audit_entries').countDocuments({ isOpen: true })) > 0,
    );
    await database
      .collection('audit_entries')
      .updateOne({ isOpen: true }, { $set: { at: new Date(Date.now() - 3600_000) } });

    await trail.settleLost();
    release();
    await held;
    await trail.settleLost();
    await trail.record({ ...audited, target: 'marker' });
    await entryOf('marker');

    expect((await entryOf('lost')).map(({ outcome }) => outcome)).toEqual(['unknown']);
  });

  it('lets a call succeed if its entry cannot be settled, and publishes the entry as unknown', async () => {
    const model = database.model('AuditEntry');
    const settling = jest.spyOn(model, 'updateOne').mockRejectedValueOnce(new Error('away') as never);
    expect((await put('plain/unsettled', ADMIN)).status).toBe(200);
    expect(settling).toHaveBeenCalled();
    settling.mockRestore();

    expect(log.find('audit entry left open, it will be published as unknown')).toHaveLength(1);
    const at = new Date(Date.now() - 3600_000);
    await database.collection('audit_entries').updateOne({ isOpen: true }, { $set: { at } });
    await trail.settleLost();
    expect((await entryOf('unsettled')).map(({ outcome }) => outcome)).toEqual(['unknown']);
  });

  it.each([
    ['refused', 'deleteOne', 404],
    ['failing', 'updateOne', 500],
  ] as const)(
    'keeps the reply of a call that is %s if its entry cannot be settled',
    async (path, write, status) => {
      const settling = jest
        .spyOn(database.model('AuditEntry'), write)
        .mockRejectedValueOnce(new DomainError('UNAVAILABLE', 'away') as never);
      expect((await put(`${path}/unsettled`, ADMIN)).status).toBe(status);
      expect(settling).toHaveBeenCalled();
      settling.mockRestore();
      await database.collection('audit_entries').deleteOne({ isOpen: true });
    },
  );

  it('does not start the work if the entry cannot be written', async () => {
    const away = await mongoose
      .createConnection(config.MONGODB_URI, { dbName: `${config.DATABASE_PREFIX}away` })
      .asPromise();
    const trailWithout = auditTrail(
      away,
      'svc-commerce',
      () => undefined,
      buildLog({ service: 'svc-commerce', level: 'silent' }),
    );
    await away.close();
    let begun = false;

    const audited = { actor: testActor(ADMIN), address: '', action: 'PUT /api/x', summary: 'x' };
    const work = trailWithout.audited(audited, () => {
      begun = true;
    });

    await expect(work).rejects.toThrow();
    expect(begun).toBe(false);
  });
});

describe('changed fields', () => {
  it('never show a secret, regardless of the name and the depth of its field', () => {
    const [paymentKey, licenseKey, password] = SECRETS;
    const changes = changedFields(
      { note: 'old', newPassword: null, keys: { live: { secret: password } } },
      {
        note: `the key ${paymentKey} of ${licenseKey}`,
        newPassword: password,
        list: [{ licenseKey, password }],
        keys: { live: { secret: `${password}!`, apiKey: password } },
      },
    );

    const text = JSON.stringify(changes);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(changes.map(({ field }) => field).toSorted()).toEqual([
      'keys.live.apiKey',
      'keys.live.secret',
      'list',
      'newPassword',
      'note',
    ]);
  });

  it('include the currency only if a price changed', () => {
    const stored = { businessName: 'Acme', productPrice: 7900, currency: 'JPY' };
    const price = { field: 'productPrice', before: 7900, after: 8900 };
    const currency = { field: 'currency', before: 'JPY', after: 'JPY' };

    expect(changedFields(stored, { ...stored, productPrice: 8900 })).toEqual([price, currency]);
    expect(changedFields(stored, { ...stored, productPrice: 8900, currency: 'USD' })).toEqual([
      price,
      { ...currency, after: 'USD' },
    ]);
    expect(changedFields(stored, { ...stored, businessName: 'Beta' })).toEqual([
      { field: 'businessName', before: 'Acme', after: 'Beta' },
    ]);
  });

  it('are limited in number and length', () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`f${index}`, 'x'.repeat(2000)]),
    );
    const changes = changedFields(null, many);

    expect(changes).toHaveLength(60);
    expect(String(changes[0]?.after)).toHaveLength(500);
  });
});
