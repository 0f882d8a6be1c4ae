import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { licenseRevoked } from '@leadping/contracts/licensing/license-events';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { paidOrder } from '@leadping/test-kit/orders';
import { ADMIN, resellerActor } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { randomUUID } from 'node:crypto';
import { buildContext } from '../src/context.ts';
import { revokeLicensesOfReseller } from '../src/licenses/revoke-of-reseller.ts';
import { startLicensing, type Licensing } from './licensing.ts';

describe('revoking all licenses of a reseller', () => {
  let licensing: Licensing;
  let revoked: { licenseId: string; seller: { resellerId: string | null } }[];
  beforeAll(async () => {
    licensing = await startLicensing();
    revoked = await licensing.support.collect(licenseRevoked);
  });
  afterAll(() => licensing.close());

  const issue = async (resellerId: string) => {
    const order = paidOrder({ seller: { resellerId, businessName: 'Acme' } });
    await licensing.commerce.publish(orderPaid, order);
    const find = () => licensing.database.collection('licenses').findOne({ orderId: order.orderId });
    await until(async () => (await find())?.status === 'active');
    return find;
  };
  const since = new Date(Date.now() - 3_600_000);
  const revoke = (actor: object | null, resellerId: string, json: object = { since: since.toISOString() }) =>
    licensing.as(actor, `/api/admin/licenses/revoke-of-reseller/${resellerId}`, { json });
  const eventsOf = (resellerId: string) => revoked.filter(({ seller }) => seller.resellerId === resellerId);
  /** An event that is published after all that were written before. */
  const publishAnother = async () => {
    const resellerId = randomUUID();
    await issue(resellerId);
    await revoke(ADMIN, resellerId);
    await until(() => eventsOf(resellerId).length === 1);
  };
  const countRevoked = (resellerId: string) =>
    licensing.licenses.countDocuments({ 'seller.resellerId': resellerId, status: 'revoked' });

  it('revokes all licenses that were issued since a moment in one call, including sold ones, and no others', async () => {
    const [resellerId, other] = [randomUUID(), randomUUID()];
    const [early, sold, made, ofOther] = [
      await issue(resellerId),
      await issue(resellerId),
      await issue(resellerId),
      await issue(other),
    ];
    await licensing.database
      .collection('licenses')
      .updateOne(
        { orderId: (await early())?.orderId },
        { $set: { issuedAt: new Date(since.getTime() - 1) } },
      );
    expect((await revoke(ADMIN, resellerId)).body).toEqual({ revoked: 2, left: 0 });
    for (const [find, status] of [
      [early, 'active'],
      [sold, 'revoked'],
      [made, 'revoked'],
      [ofOther, 'active'],
    ] as const) {
      expect((await find())?.status).toBe(status);
    }
    await until(() => eventsOf(resellerId).length === 2);
    expect((await revoke(ADMIN, resellerId)).body).toEqual({ revoked: 0, left: 0 });
  });

  it('is refused for everybody except admins and for an invalid moment, and then revokes nothing', async () => {
    const resellerId = randomUUID();
    await issue(resellerId);
    expect((await revoke(null, resellerId)).status).toBe(401);
    for (const actor of [
      resellerActor(resellerId),
      resellerActor(randomUUID()),
      { role: 'support' },
      { role: 'other' },
    ]) {
      expect((await revoke(actor, resellerId)).status).toBe(403);
    }
    for (const json of [{}, { since: 'yesterday' }, { since: { $gte: 0 } }]) {
      expect((await revoke(ADMIN, resellerId, json)).status).toBe(400);
    }
    expect(await countRevoked(resellerId)).toBe(0);
  });

  it('notifies each buyer once if two admins call it at the same time', async () => {
    const resellerId = randomUUID();
    for (let count = 0; count < 4; count += 1) await issue(resellerId);
    const replies = await Promise.all([revoke(ADMIN, resellerId), revoke(ADMIN, resellerId)]);
    for (const { body } of replies) expect(body).toMatchObject({ left: 0 });
    await until(() => eventsOf(resellerId).length >= 4);
    await publishAnother();
    expect(new Set(eventsOf(resellerId).map(({ licenseId }) => licenseId)).size).toBe(4);
    expect(eventsOf(resellerId)).toHaveLength(4);
  });

  it('revokes the rest when it is called again after the process died between two licenses', async () => {
    const resellerId = randomUUID();
    for (let count = 0; count < 3; count += 1) await issue(resellerId);
    const { config, database } = licensing;
    const context = await buildContext({
      config,
      database,
      clock: { now: Date.now },
      // Nothing of the dead process publishes its events.
      relay: { flush: () => {} },
      record: () => {},
    } as never);
    const dies = () => Promise.reject(new Error('killed'));
    const dying = { ...context, licenses: changedMeanwhile(context.licenses, dies, 2) };
    await expect(revokeLicensesOfReseller(dying, resellerId, since)).rejects.toThrow('killed');
    expect(await countRevoked(resellerId)).toBe(1);

    expect((await revoke(ADMIN, resellerId)).body).toEqual({ revoked: 2, left: 0 });
    expect(await countRevoked(resellerId)).toBe(3);
    await until(() => eventsOf(resellerId).length >= 3);
    await publishAnother();
    expect(new Set(eventsOf(resellerId).map(({ licenseId }) => licenseId)).size).toBe(3);
    expect(eventsOf(resellerId)).toHaveLength(3);
  });
});
