import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailChanged, userInvited } from '@leadping/contracts/identity/user-events';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { until } from '@leadping/test-kit/until';
import { randomBytes } from 'node:crypto';
import { openShop, type Shop } from './shop.ts';

describe("the copy of a reseller's address", () => {
  let shop: Shop;
  let identity: FakeService;
  beforeAll(async () => {
    shop = await openShop();
    identity = await openFakeService(shop.config, 'svc-identity');
  });
  afterAll(async () => {
    await identity.close();
    await shop.close();
  });

  const address = () => `reseller-${randomBytes(6).toString('hex')}@example.org`;
  const sellUnder = (email: string) =>
    shop.addReseller({ email, phone: '+1 555 0100', contactPerson: 'Ada' });
  const stored = (id: string) => shop.database.collection('resellers').findOne({ _id: id as never });
  const found = async (search: string) => {
    const { body } = await shop.asAdmin(`/api/admin/resellers?search=${encodeURIComponent(search)}`);
    return (body as { id: string }[]).map(({ id }) => id);
  };
  const change = (resellerId: string | null, email: string, emailRevision: number) =>
    identity.publish(emailChanged, {
      userId: 'u1',
      username: 'ada',
      email,
      emailRevision,
      previousEmail: 'before@example.org',
      wasVerified: true,
      resellerId,
    });
  const invite = (resellerId: string, email: string, emailRevision?: number) =>
    identity.publish(userInvited, {
      userId: 'u1',
      username: 'ada',
      email,
      emailRevision,
      role: 'reseller',
      resellerId,
      businessName: null,
      sealedPassword: 'sealed',
      invitationId: 'i1',
    });
  /** Publishes a change and waits until it is handled: a change published after it for another reseller is visible. */
  const settled = async (publish: typeof change | typeof invite = change) => {
    const marker = await sellUnder(address());
    const email = address();
    await publish(marker._id, email, 1);
    await until(async () => (await stored(marker._id))?.email === email);
  };

  it('follows a change in the profile, and ignores an older event that arrives later', async () => {
    const [first, second, third] = [address(), address(), address()];
    const { _id } = await sellUnder(first);
    await change(_id, third.toUpperCase(), 2);
    await until(async () => (await stored(_id))?.email === third.toUpperCase());
    expect(await stored(_id)).toMatchObject({ canonicalEmail: third, emailRevision: 2 });
    expect(await found(third)).toEqual([_id]);
    expect(await found(first)).toEqual([]);

    await change(_id, second, 1);
    await change(_id, third.toUpperCase(), 2);
    await change(null, second, 9);
    await settled();
    await invite(_id, first);
    await settled(invite);
    expect(await stored(_id)).toMatchObject({ email: third.toUpperCase(), emailRevision: 2 });
    await invite(_id, second, 3);
    await until(async () => (await stored(_id))?.email === second);
  });

  it('is found by an erasure and does not come back afterwards', async () => {
    const [before, after] = [address(), address()];
    const { _id } = await sellUnder(before);
    await change(_id, after, 1);
    await until(async () => (await stored(_id))?.email === after);
    await shop.database
      .collection('resellers')
      .updateOne({ _id: _id as never }, { $set: { deletedAt: new Date() } });
    await eraseTwice(shop.config, 'svc-commerce', after);
    const erased = { email: null, canonicalEmail: null, contactPerson: '', phone: '' };
    expect(await stored(_id)).toMatchObject(erased);
    await change(_id, address(), 2);
    await settled();
    expect(await stored(_id)).toMatchObject(erased);
  });
});
