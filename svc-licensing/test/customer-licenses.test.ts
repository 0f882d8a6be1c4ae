import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import { ticketCustomer } from '@leadping/contracts/support/requests';
import { ADMIN, newEmail, resellerActor } from '@leadping/test-kit/people';
import { startLicensing, type Licensing } from './licensing.ts';

const STAFF = { role: 'support', userId: 'staff-1', username: 'sam' } as const;
const TICKET = 'a'.repeat(24);
const UNKNOWN = 'b'.repeat(24);
const path = (ticketId: string) => `/api/admin/support-tickets/${ticketId}/licenses`;

describe('the licenses beside a ticket', () => {
  let licensing: Licensing;
  const email = newEmail('Jane');
  beforeAll(async () => {
    licensing = await startLicensing();
    licensing.support.bus.respond(ticketCustomer, async ({ ticketId }) => ({
      email: ticketId === TICKET ? email : null,
    }));
  });
  afterAll(() => licensing.close());

  const issue = async (to: string) => {
    const reply = await licensing.as(ADMIN, '/api/admin/licenses/manual', { json: { email: to } });
    return reply.body as AdminLicense;
  };

  it("are only the customer's own with their state and devices, newest first, and with masked keys", async () => {
    const [older, newer] = [await issue(email.toLowerCase()), await issue(email)];
    await issue(newEmail());
    await licensing.onDevice('activate', newer.licenseKey, 'device-one');
    const revoke = `/api/admin/licenses/${older.licenseKey}/deactivate`;
    await licensing.as(ADMIN, revoke, { method: 'POST' });

    const { status, body } = await licensing.as(STAFF, path(TICKET));
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({
        id: newer.id,
        maskedKey: `${newer.licenseKey.slice(0, 4)}-…-${newer.licenseKey.slice(-4)}`,
        status: 'active',
        orderId: null,
        isTest: false,
        devices: [expect.objectContaining({ deviceId: 'device-one' })],
      }),
      expect.objectContaining({ id: older.id, status: 'revoked', devices: [] }),
    ]);
    const text = JSON.stringify(body);
    for (const { licenseKey } of [older, newer]) expect(text).not.toContain(licenseKey);
    expect(text).not.toContain('token');
  });

  it('are refused to visitors, resellers and accounts without a role, and not found for an unknown ticket', async () => {
    expect((await licensing.as(null, path(TICKET))).status).toBe(401);
    for (const actor of [resellerActor('r1'), { role: 'other' } as const]) {
      expect((await licensing.as(actor, path(TICKET))).status).toBe(403);
    }
    expect((await licensing.as(ADMIN, path(TICKET))).status).toBe(200);
    expect((await licensing.as(STAFF, path(UNKNOWN))).status).toBe(404);
    expect((await licensing.as(STAFF, path('nonsense'))).status).toBe(400);
  });

  it('are the only licenses that the role support can read [R-accounts.19]', async () => {
    expect((await licensing.as(STAFF, '/api/admin/licenses')).status).toBe(403);
  });
});
