import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditRecorded, type AuditRecord } from '@leadping/contracts/support/audit-events';
import type { AuditEntry } from '@leadping/contracts/support/audit-routes';
import { NEXT_CURSOR_HEADER } from '@leadping/contracts/headers';
import { randomUUID } from 'node:crypto';
import { deliverTwice, repeatable } from '@leadping/test-kit/deliver-twice';
import { until } from '@leadping/test-kit/until';
import { startSupport, type Support } from './support.ts';

const ADMIN = { role: 'admin', username: 'root' } as const;

describe('audit log', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  const record = (overrides: Partial<AuditRecord> = {}): AuditRecord => ({
    at: new Date().toISOString(),
    actor: { userId: 'u1', username: 'root', role: 'admin', resellerId: null },
    address: '203.0.113.7',
    action: 'PUT /api/admin/resellers/:id',
    summary: 'Changes a reseller',
    target: randomUUID(),
    changes: [{ field: 'businessName', before: 'Acme', after: 'Acme Ltd' }],
    outcome: 'done',
    traceId: null,
    ...overrides,
  });
  const list = async (query = '') => {
    const { body, headers } = await support.as(ADMIN, `/api/admin/audit${query}`);
    return { entries: body as AuditEntry[], next: headers.get(NEXT_CURSOR_HEADER) };
  };
  const publish = async (entry: AuditRecord) => {
    await support.commerce.publish(auditRecorded('commerce'), entry);
    await until(async () => (await list(`?search=${entry.target}`)).entries.length === 1);
    return entry;
  };

  it('stores an entry of another service completely, and once even if it is delivered again', async () => {
    const entry = record();
    const id = randomUUID();
    await deliverTwice(support, [repeatable(support.commerce, auditRecorded('commerce'), entry, id)]);

    const { entries } = await list(`?search=${entry.target}`);

    expect(entries).toEqual([{ ...entry, id: `svc-commerce:${id}`, service: 'svc-commerce' }]);
  });

  it('pages by time and filters by role, service, person and period', async () => {
    const username = `seller-${randomUUID()}`;
    const actor = { userId: 'u2', username, role: 'reseller', resellerId: 'r2' } as const;
    const times = ['2026-01-03T10:00:00.000Z', '2026-01-02T10:00:00.000Z', '2026-01-02T10:00:00.000Z'];
    const published: AuditRecord[] = [];
    for (const at of times) published.push(await publish(record({ at, actor })));
    const targets = (entries: AuditEntry[]) => new Set(entries.map(({ target }) => target));

    const first = await list(`?search=${username}&limit=2`);
    const second = await list(`?search=${username}&limit=2&cursor=${first.next}`);

    expect(first.entries).toHaveLength(2);
    expect(second.entries).toHaveLength(1);
    expect(second.next).toBeNull();
    expect(targets([...first.entries, ...second.entries])).toEqual(targets(published as AuditEntry[]));
    expect((await list(`?search=${username}&role=admin`)).entries).toEqual([]);
    expect((await list(`?search=${username}&role=reseller&service=svc-commerce`)).entries).toHaveLength(3);
    expect((await list(`?search=${username}&service=gateway`)).entries).toEqual([]);
    expect((await list(`?search=${username}&from=2026-01-03T00:00:00.000Z`)).entries).toHaveLength(1);
    expect((await list(`?search=${username}&to=2026-01-03T00:00:00.000Z`)).entries).toHaveLength(2);
    expect((await support.as(ADMIN, '/api/admin/audit?cursor=nonsense')).status).toBe(400);
  });

  it('can be read by admins only', async () => {
    for (const role of ['support', 'reseller', 'other'] as const) {
      expect((await support.as({ role, resellerId: 'r1' }, '/api/admin/audit')).status).toBe(403);
    }
    expect((await support.as(null, '/api/admin/audit')).status).toBe(401);
  });
});
