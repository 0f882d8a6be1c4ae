import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invitationPlace } from '@leadping/service-kit/data/sealed-places';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { deadLetterRoutes } from '@leadping/contracts/dead-letter-routes';
import * as requests from '@leadping/contracts/identity/requests';
import {
  emailChanged,
  resellerRightsRefused,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { Types, type QueryFilter } from 'mongoose';
import { countHandled } from '@leadping/test-kit/count-handled';
import { actorHeaders, testActor } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { untilPublished } from '@leadping/test-kit/until-published';
import type { IdentityContext } from '../src/context.ts';
import { withdrawResellerRights } from '../src/invitations/withdraw-reseller-rights.ts';
import { withdrawnResellerModel } from '../src/invitations/withdrawn-reseller.model.ts';
import type { User } from '../src/users/user.model.ts';
import { cookieOf, errorOf, newAccount, startIdentity, type IdentityUnderTest } from './identity.ts';

let identity: IdentityUnderTest;
let invited: PayloadOf<typeof userInvited>[];
let attached: PayloadOf<typeof userAttachedToReseller>[];
beforeAll(async () => {
  identity = await startIdentity();
  invited = await identity.commerce.collect(userInvited);
  attached = await identity.commerce.collect(userAttachedToReseller);
});
afterAll(() => identity.close());

const deadLetters = deadLetterRoutes('svc-identity');
const newId = () => new Types.ObjectId().toHexString();

function paidOrder(overrides: Partial<PayloadOf<typeof orderPaid>> = {}): PayloadOf<typeof orderPaid> {
  return {
    orderId: newId(),
    productType: 'reseller_rights',
    seller: { resellerId: null, businessName: 'Platform' },
    customerEmail: newAccount().email,
    customerName: 'Jane Doe',
    money: { amountMinor: 49_700, currency: 'USD' },
    stripeSessionId: `cs_test_${newId()}`,
    paidAt: new Date().toISOString(),
    ...overrides,
  };
}

/** As commerce requests it, by default for a new reseller. */
function invite(overrides: Partial<{ email: string; resellerId: string }> = {}) {
  return identity.commerce.bus.request(
    requests.inviteUser,
    { email: newAccount().email, resellerId: newId(), businessName: 'Acme', ...overrides },
    { timeoutMs: 10_000 },
  );
}

async function invitationOf(email: string, nth = 1) {
  await until(() => invited.filter((event) => event.email === email).length >= nth);
  const event = invited.filter((event) => event.email === email)[nth - 1];
  if (!event) throw new Error('not invited');
  return {
    ...event,
    password: identity.openCredential(event.sealedPassword, invitationPlace(event.invitationId)),
  };
}

const usersWith = (email: string) => identity.users.find({ email }).lean();

describe('a paid order of reseller rights', () => {
  it('creates a sign-in for the payer, with a mailed password [R-checkout.38] [S6.05]', async () => {
    const order = paidOrder();
    await identity.commerce.publish(orderPaid, order);
    const { password, ...event } = await invitationOf(order.customerEmail);
    expect(event).toMatchObject({ role: 'reseller', resellerId: order.orderId, businessName: null });
    expect(await usersWith(order.customerEmail)).toMatchObject([
      { role: 'reseller', resellerId: order.orderId, email: order.customerEmail },
    ]);
    expect(JSON.stringify([event, await usersWith(order.customerEmail)])).not.toContain(password);
    const reply = await identity.signIn(event.username, password);
    expect(reply).toMatchObject({ status: 200, body: { role: 'reseller', resellerId: order.orderId } });
  });

  it('for a buyer who was erased meanwhile is handled at its first delivery, without a sign-in', async () => {
    const handled = () => countHandled(identity.address, orderPaid.subject);
    const before = await handled();
    const order = paidOrder({ customerEmail: '' });
    await identity.commerce.publish(orderPaid, order);
    await until(async () => (await handled()) === before + 1);
    expect(await identity.users.countDocuments({ resellerId: order.orderId })).toBe(0);
  });

  it('that is delivered five times creates one sign-in and one mail', async () => {
    const order = paidOrder();
    await Promise.all(Array.from({ length: 5 }, () => identity.commerce.publish(orderPaid, order)));
    const marker = paidOrder();
    await identity.commerce.publish(orderPaid, marker);
    for (const { customerEmail } of [order, marker]) await invitationOf(customerEmail);
    await untilPublished(identity.users.collection);
    expect(await usersWith(order.customerEmail)).toHaveLength(1);
    expect(invited.filter(({ email }) => email === order.customerEmail)).toHaveLength(1);
  });

  it('gives the rights to the account that has verified the email, which keeps its password [R-checkout.39] [R-november.14]', async () => {
    const { email, username, password, cookie, user } = await identity.signUpVerified();
    const order = paidOrder({ customerEmail: email });
    await identity.commerce.publish(orderPaid, order);
    await until(() => attached.some((event) => event.email === email));
    expect(attached.filter((event) => event.email === email)).toEqual([
      { userId: user.id, username, email, emailRevision: 0, resellerId: order.orderId, businessName: null },
    ]);
    expect(await identity.actorOf(cookie)).toMatchObject({ role: 'reseller', resellerId: order.orderId });
    expect(await identity.signIn(username, password)).toMatchObject({
      status: 200,
      body: { role: 'reseller', mustChangePassword: false },
    });
    expect(invited.some((event) => event.email === email)).toBe(false);
  });

  it('creates no sign-in if it is for the main product', async () => {
    const buyer = paidOrder({ productType: 'main_product' });
    const marker = paidOrder();
    await identity.commerce.publish(orderPaid, buyer);
    await identity.commerce.publish(orderPaid, marker);
    await invitationOf(marker.customerEmail);
    expect(await usersWith(buyer.customerEmail)).toEqual([]);
  });

  it('with the email of staff changes nothing, is logged for the admin and published as refused', async () => {
    const logged = await identity.commerce.collect(logRecorded('identity'));
    const refused = await identity.commerce.collect(resellerRightsRefused);
    const order = paidOrder({ customerEmail: identity.config.ADMIN_EMAIL });
    await identity.commerce.publish(orderPaid, order);
    await until(() => logged.some(({ data }) => data.orderId === order.orderId));
    await until(() => refused.length > 0);
    expect(refused).toEqual([{ orderId: order.orderId, email: order.customerEmail, role: 'admin' }]);
    expect(await usersWith(identity.config.ADMIN_EMAIL)).toMatchObject([{ role: 'admin' }]);
  });
});

describe('an invitation', () => {
  it('derives a free user name from the email, and the role is reseller [R-accounts.9] [S6.05]', async () => {
    const name = newAccount().username;
    const first = await invite({ email: `${name}+shop@example.com` });
    const second = await invite({ email: `${name}@example.org` });
    expect(first).toMatchObject({ outcome: 'invited', user: { username: name } });
    expect(second.user.username).toMatch(new RegExp(`^${name}\\d{4}$`));
    expect(await usersWith(`${name}@example.org`)).toMatchObject([{ role: 'reseller' }]);
    expect((await invite({ email: 'jo@example.com' })).user.username).toBe('jouser');
  });

  it('that is requested again, also in parallel, returns the same user and sends one mail', async () => {
    const email = newAccount().email;
    const resellerId = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite({ email, resellerId })));
    expect(new Set(answers.map(({ user }) => user.userId)).size).toBe(1);
    expect(answers.filter(({ outcome }) => outcome === 'invited')).toHaveLength(1);
    expect(await invite({ email, resellerId })).toMatchObject({ outcome: 'unchanged' });
    await invitationOf(email);
    expect(invited.filter((event) => event.email === email)).toHaveLength(1);
  });

  it('is refused for the email of another reseller and of staff', async () => {
    const { user } = await invite();
    await expect(invite({ email: user.email })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      field: 'email',
    });
    await expect(invite({ email: identity.config.ADMIN_EMAIL })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
  });

  it('gives the rights to an existing account that has verified its address', async () => {
    const { email, user } = await identity.signUpVerified();
    const resellerId = newId();
    expect(await invite({ email, resellerId })).toMatchObject({
      outcome: 'attached',
      user: { userId: user.id, resellerId },
    });
  });
});

describe('an account that a stranger registered with the email of a future reseller', () => {
  async function expectOwnersAlone(attacker: Awaited<ReturnType<IdentityUnderTest['signUp']>>) {
    const { password, username } = await invitationOf(attacker.email);
    expect(await identity.actorOf(attacker.cookie)).toBeNull();
    expect((await identity.signIn(username, attacker.password)).status).toBe(401);
    expect(await identity.signIn(username, password)).toMatchObject({
      status: 200,
      body: { role: 'reseller', mustChangePassword: true, emailVerified: true },
    });
    expect(attached.some(({ email }) => email === attacker.email)).toBe(false);
  }

  it('loses its password and its sessions when the owner of the email is invited', async () => {
    const attacker = await identity.signUp();
    const resellerId = newId();
    expect(await invite({ email: attacker.email, resellerId })).toMatchObject({ outcome: 'invited' });
    await expectOwnersAlone(attacker);
    expect(await invite({ email: attacker.email, resellerId })).toMatchObject({ outcome: 'unchanged' });
  });

  it('loses its password and its sessions when the owner of the email buys reseller rights [R-november.14]', async () => {
    const attacker = await identity.signUp();
    await identity.commerce.publish(orderPaid, paidOrder({ customerEmail: attacker.email }));
    await expectOwnersAlone(attacker);
  });

  it('cannot be verified by its link without its session', async () => {
    const attacker = await identity.signUp();
    const token = await identity.verificationToken(attacker.user.id);
    const victim = await identity.signUp();
    const json = { token };
    expect(errorOf(await identity.call('/api/user/verify-email', { json }))).toBe('401 UNAUTHENTICATED');
    expect(errorOf(await identity.call('/api/user/verify-email', { cookie: victim.cookie, json }))).toBe(
      '400 VERIFICATION_LINK_INVALID',
    );
    expect(await identity.users.findById(attacker.user.id).lean()).not.toHaveProperty('verifiedEmailKey');
  });

  it('a reseller who changes to the address of a buyer keeps their rights, and the order creates another sign-in', async () => {
    const { user } = await invite();
    const buyer = newAccount().email;
    await identity.commerce.bus.request(requests.changeResellerEmail, {
      resellerId: user.resellerId,
      email: buyer,
    });
    const order = paidOrder({ customerEmail: buyer });
    await identity.commerce.publish(orderPaid, order);
    const event = await invitationOf(buyer);
    expect(event.userId).not.toBe(user.userId);
    expect(await identity.users.findById(user.userId).lean()).toMatchObject({ resellerId: user.resellerId });
  });
});

describe('a temporary password', () => {
  it('only allows setting a new password [R-accounts.10]', async () => {
    const { user } = await invite();
    const { password } = await invitationOf(user.email);
    const reply = await identity.signIn(user.username, password);
    expect(reply).toMatchObject({ status: 200, body: { role: 'reseller', mustChangePassword: true } });
    const cookie = cookieOf(reply);
    const actor = await identity.actorOf(cookie);
    expect(actor).toMatchObject({ role: 'reseller', mustChangePassword: true });

    const change = (newPassword: string) =>
      identity.call('/api/user/password', {
        method: 'PUT',
        cookie,
        json: { currentPassword: password, newPassword },
      });
    expect((await change(password)).status).toBe(400);
    const changed = await change('chosen-by-me-5');
    expect(changed.status).toBe(200);
    expect(await identity.actorOf(cookieOf(changed))).not.toHaveProperty('mustChangePassword');
    expect(await identity.signIn(user.username, 'chosen-by-me-5')).toMatchObject({
      status: 200,
      body: { mustChangePassword: false },
    });
  });

  it('is refused by every route that asks for a role [R-accounts.10]', async () => {
    const headers = await actorHeaders(
      testActor({ role: 'admin', mustChangePassword: true }),
      'svc-identity',
    );
    const reply = await send(`${identity.address}${deadLetters.list.path}`, { headers });
    expect(reply).toMatchObject({ status: 403, body: { code: 'PASSWORD_CHANGE_REQUIRED' } });
  });

  it('is invalid after a week', async () => {
    const { user } = await invite();
    const { password } = await invitationOf(user.email);
    const invitee = await identity.users.findById(user.userId).orFail();
    expect((invitee.temporaryPasswordUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(
      6.9 * 24 * 3_600_000,
    );
    await identity.users.updateOne(
      { _id: user.userId },
      { temporaryPasswordUntil: new Date(Date.now() - 1) },
    );
    expect((await identity.signIn(user.username, password)).status).toBe(401);
  });

  it('that is sent again replaces the password and ends the sessions [R-accounts.10]', async () => {
    const { user } = await invite();
    const first = await invitationOf(user.email);
    const session = cookieOf(await identity.signIn(user.username, first.password));
    const answer = await identity.commerce.bus.request(requests.resendCredentials, {
      resellerId: user.resellerId,
      businessName: 'Acme',
    });
    const second = await invitationOf(user.email, 2);
    expect(answer.user).toEqual(user);
    expect(second).toMatchObject({ userId: user.userId, businessName: 'Acme' });
    expect(second.invitationId).not.toBe(first.invitationId);
    expect(await identity.actorOf(session)).toBeNull();
    expect((await identity.signIn(user.username, first.password)).status).toBe(401);
    expect(await identity.signIn(user.username, second.password)).toMatchObject({
      status: 200,
      body: { mustChangePassword: true },
    });
  });

  it('that was sent to a wrong address is invalid once an admin corrects the address', async () => {
    const { user } = await invite();
    const { resellerId } = user;
    const stranger = await invitationOf(user.email);
    const session = cookieOf(await identity.signIn(user.username, stranger.password));
    const email = newAccount().email;
    await identity.commerce.bus.request(requests.changeResellerEmail, { resellerId, email });
    expect(await identity.actorOf(session)).toBeNull();
    expect((await identity.signIn(user.username, stranger.password)).status).toBe(401);
    await identity.commerce.bus.request(requests.resendCredentials, { resellerId, businessName: null });
    const { password } = await invitationOf(email);
    expect((await identity.signIn(user.username, password)).status).toBe(200);
  });

  it('that its owner has replaced is not affected by a correction of the address', async () => {
    const { user } = await invite();
    const { password } = await invitationOf(user.email);
    const cookie = cookieOf(await identity.signIn(user.username, password));
    const json = { currentPassword: password, newPassword: 'chosen-by-me-5' };
    const chosen = cookieOf(await identity.call('/api/user/password', { method: 'PUT', cookie, json }));
    const email = newAccount().email;
    await identity.commerce.bus.request(requests.changeResellerEmail, { resellerId: user.resellerId, email });
    expect(await identity.actorOf(chosen)).toMatchObject({ email });
    expect((await identity.signIn(user.username, 'chosen-by-me-5')).status).toBe(200);
  });

  it('is not sent if the reseller has no sign-in', async () => {
    const question = { resellerId: newId(), businessName: null };
    await expect(identity.commerce.bus.request(requests.resendCredentials, question)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('requests from commerce about resellers', () => {
  it('return the sign-ins of resellers, without those who have none', async () => {
    const { user } = await invite();
    const answer = await identity.commerce.bus.request(requests.findResellerUsers, {
      resellerIds: [user.resellerId, newId()],
    });
    expect(answer.users).toEqual([user]);
    expect(Object.keys(user).sort()).toEqual([
      'createdAt',
      'email',
      'firstName',
      'lastName',
      'resellerId',
      'userId',
      'username',
    ]);
  });

  it("change a reseller's email and notify the old address", async () => {
    const collected = await identity.commerce.collect(emailChanged);
    const { user } = await invite();
    const email = newAccount().email;
    const answer = await identity.commerce.bus.request(requests.changeResellerEmail, {
      resellerId: user.resellerId,
      email,
    });
    expect(answer.user).toEqual({ ...user, email });
    await until(() => collected.length === 1);
    const { resellerId } = user;
    expect(collected).toMatchObject([{ email, previousEmail: user.email, resellerId, emailRevision: 1 }]);
    await identity.commerce.bus.request(requests.resendCredentials, { resellerId, businessName: null });
    expect(await invitationOf(email)).toMatchObject({ emailRevision: 1 });
  });

  it('withdraw the rights of a deleted reseller, who gets the role other and loses all sessions', async () => {
    const { user } = await invite();
    const { password } = await invitationOf(user.email);
    const temporary = cookieOf(await identity.signIn(user.username, password));
    const json = { currentPassword: password, newPassword: 'chosen-by-me-5' };
    const cookie = cookieOf(
      await identity.call('/api/user/password', { method: 'PUT', cookie: temporary, json }),
    );
    const request = { resellerId: user.resellerId };
    await identity.commerce.bus.request(requests.withdrawResellerRights, request);
    await identity.commerce.bus.request(requests.withdrawResellerRights, request);
    expect(await identity.actorOf(cookie)).toBeNull();
    expect(await identity.signIn(user.username, 'chosen-by-me-5')).toMatchObject({
      status: 200,
      body: { role: 'other', resellerId: null },
    });
  });

  it('withdraw an unused invitation completely, so that the address can be invited again', async () => {
    const { user } = await invite();
    await invitationOf(user.email);
    await identity.commerce.bus.request(requests.withdrawResellerRights, { resellerId: user.resellerId });
    expect(await usersWith(user.email)).toEqual([]);
    expect(await invite({ email: user.email })).toMatchObject({ outcome: 'invited' });
  });

  it('leave no rights and no taken address if a withdrawal comes before or during its invitation', async () => {
    const late = { email: newAccount().email, resellerId: newId() };
    await identity.commerce.bus.request(requests.withdrawResellerRights, { resellerId: late.resellerId });
    await expect(invite(late)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await usersWith(late.email)).toEqual([]);

    const racing = Array.from({ length: 6 }, () => ({ email: newAccount().email, resellerId: newId() }));
    await Promise.allSettled(
      racing.flatMap((invitation) => [
        invite(invitation),
        identity.commerce.bus.request(requests.withdrawResellerRights, { resellerId: invitation.resellerId }),
      ]),
    );
    for (const { email } of racing) expect(await usersWith(email)).toEqual([]);
  });

  it('leave no taken address if an invitation is written between two steps of its withdrawal', async () => {
    const { user } = await invite();
    const written = await identity.users.findById(user.userId).orFail().lean();
    await identity.users.deleteOne({ _id: written._id });
    // Another instance writes the invitation right after this withdrawal found no unused one.
    const users = new Proxy(identity.users, {
      get: (model, name) => {
        if (name !== 'findOneAndDelete') return Reflect.get(model, name) as unknown;
        return (filter: QueryFilter<User>) => ({
          lean: async () => {
            const found = await model.findOneAndDelete(filter).lean();
            if (!found) await model.collection.insertOne(written).catch(() => undefined);
            return found;
          },
        });
      },
    });
    const { bus } = identity.commerce;
    const withdrawnResellers = withdrawnResellerModel(identity.users.db);
    const context = { users, sessions: identity.sessions, bus, withdrawnResellers };
    await withdrawResellerRights(context as unknown as IdentityContext, user.resellerId);
    expect(await usersWith(user.email)).toEqual([]);
  });

  it('do not restore the rights of a deleted reseller when their paid order is published again', async () => {
    const handled = () => countHandled(identity.address, orderPaid.subject);
    const before = await handled();
    const order = paidOrder();
    await identity.commerce.publish(orderPaid, order);
    const { resellerId } = await invitationOf(order.customerEmail);
    await identity.commerce.bus.request(requests.withdrawResellerRights, { resellerId: String(resellerId) });
    await identity.commerce.publish(orderPaid, order);
    await until(async () => (await handled()) === before + 2);
    expect(await usersWith(order.customerEmail)).toEqual([]);
    expect(await identity.users.countDocuments({ resellerId: String(resellerId) })).toBe(0);
  });
});
