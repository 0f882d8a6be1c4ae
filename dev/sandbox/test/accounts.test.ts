import { describe, expect, it } from '@jest/globals';
import { idOf } from '../src/stripe/objects/id-of.ts';
import { freshKey, errorReplyOf, sessionParams, useSandbox } from './kit.ts';

describe('secret keys', () => {
  const kit = useSandbox();

  it('create their own account at first use', async () => {
    const [a, b] = [kit.stripe(), kit.stripe()];
    const [accountA, accountB] = [await a.accounts.retrieveCurrent(), await b.accounts.retrieveCurrent()];
    expect(accountA).toMatchObject({ object: 'account', charges_enabled: true });
    expect(accountA.id).toMatch(/^acct_1[0-9a-f]{15}$/);
    expect(accountB.id).not.toBe(accountA.id);
    expect((await a.accounts.retrieve(accountA.id)).id).toBe(accountA.id);
    expect(await errorReplyOf(a.accounts.retrieve(accountB.id))).toMatchObject({ statusCode: 403 });
  });

  it('that look real are neither stored nor shown', async () => {
    const secret = `51${'Ab3'.repeat(30)}Zz9z`;
    const account = await kit.stripe(`sk_test_${secret}`).accounts.retrieveCurrent();
    expect(account.settings!.dashboard.display_name).toBe('51Ab...Zz9z');
  });

  it('that are secret, restricted, test or live lead to one account', async () => {
    const name = freshKey().slice('sk_test_'.length);
    const ids = await Promise.all(
      ['sk_test_', 'sk_live_', 'rk_test_', 'rk_live_'].map(
        async (kind) => (await kit.stripe(kind + name).accounts.retrieveCurrent()).id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it("never show another account's objects, or live objects to a test key", async () => {
    const name = freshKey().slice('sk_test_'.length);
    const [owner, live, stranger] = [
      kit.stripe(`sk_test_${name}`),
      kit.stripe(`sk_live_${name}`),
      kit.stripe(),
    ];
    const session = await owner.checkout.sessions.create(sessionParams());
    await kit.call('POST', `/pay/${session.id}`, { email: 'a@b.co', outcome: 'paid' });
    const { payment_intent: intent } = await owner.checkout.sessions.retrieve(session.id);
    const charge = (await owner.charges.list()).data[0]!.id;

    for (const other of [live, stranger]) {
      expect(await errorReplyOf(other.checkout.sessions.retrieve(session.id))).toMatchObject({
        statusCode: 404,
      });
      expect(await errorReplyOf(other.paymentIntents.retrieve(idOf(intent)))).toMatchObject({
        statusCode: 404,
      });
      expect(await errorReplyOf(other.charges.retrieve(charge))).toMatchObject({ statusCode: 404 });
      expect(await errorReplyOf(other.refunds.create({ charge }))).toMatchObject({ statusCode: 404 });
      expect(await errorReplyOf(other.checkout.sessions.expire(session.id))).toMatchObject({
        statusCode: 404,
      });
      for (const list of [other.checkout.sessions, other.charges, other.events, other.paymentIntents])
        expect((await list.list()).data).toEqual([]);
    }
  });

  it.each([
    ['sk_test_invalid1', undefined, 'Invalid API Key provided: sk_test_****lid1'],
    ['nonsense', undefined, 'Invalid API Key provided'],
    ['sk_test_expired', 'api_key_expired', 'Expired API Key provided'],
    ['pk_test_publishable', 'secret_key_required', 'publishable API key'],
  ])('are rejected with 401 if they are %s', async (key, code, message) => {
    const refusal = await errorReplyOf(kit.stripe(key).balance.retrieve());
    expect(refusal).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401, code });
    expect(refusal.message).toContain(message);
  });

  it('are required', async () => {
    const { status, body } = await kit.call('GET', '/v1/balance');
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('also work as the user name of basic authentication', async () => {
    const credentials = Buffer.from('sk_test_basic:').toString('base64');
    const answer = await fetch(`${kit.url}/v1/balance`, {
      headers: { authorization: `Basic ${credentials}` },
    });
    expect(answer.status).toBe(200);
  });

  it('that are restricted to reading cannot change anything', async () => {
    const stripe = kit.stripe(`rk_test_readonly${process.pid}`);
    expect((await stripe.balance.retrieve()).object).toBe('balance');
    expect(await errorReplyOf(stripe.checkout.sessions.create(sessionParams()))).toMatchObject({
      type: 'StripePermissionError',
      statusCode: 403,
    });
  });

  it("that lack one permission are refused in Stripe's words, before an object is looked up", async () => {
    const stripe = kit.stripe(`rk_test_without_promotion_code_${process.pid}`);
    expect((await stripe.coupons.list()).data).toEqual([]);
    expect(await errorReplyOf(stripe.promotionCodes.retrieve('promo_none'))).toMatchObject({
      type: 'StripePermissionError',
      message: expect.stringMatching(
        /^The provided key 'rk_test_\*+\w{4}' does not have the required permissions for this endpoint on account 'acct_\w+'\. Having the 'rak_promotion_code_read' permission would allow this request to continue\.$/,
      ),
    });
    expect(await errorReplyOf(stripe.promotionCodes.update('promo_none', { active: false }))).toMatchObject({
      message: expect.stringContaining("'rak_promotion_code_write'"),
    });
  });

  it('see a balance that payments, refunds and disputes change', async () => {
    const stripe = kit.stripe();
    const session = await stripe.checkout.sessions.create(sessionParams({}, 10_000));
    await kit.call('POST', `/pay/${session.id}`, { email: 'a@b.co', outcome: 'paid' });
    const afterPayment = await stripe.balance.retrieve();
    await kit.call('POST', `/pay/${session.id}/refund`, { amount: 1_000 });
    const afterRefund = await stripe.balance.retrieve();
    expect(afterPayment.available[0]).toMatchObject({ currency: 'usd', amount: 10_000 - 320 });
    expect(afterRefund.available[0]!.amount).toBe(afterPayment.available[0]!.amount - 1_000);
  });
});
