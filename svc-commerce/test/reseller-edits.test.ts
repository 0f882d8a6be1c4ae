import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { until } from '@leadping/test-kit/until';
import { buildContext } from '../src/context.ts';
import { editReseller } from '../src/resellers/edit-reseller.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { respondAsIdentity, type FakeIdentity } from './fake-identity.ts';
import { openShop, type Shop } from './shop.ts';

type Bag = Record<string, unknown>;
const PATH = '/api/admin/resellers';

describe("an admin's edit of a reseller", () => {
  let shop: Shop;
  let identity: FakeIdentity;
  beforeAll(async () => {
    shop = await openShop();
    identity = respondAsIdentity(shop.fakeService.bus);
  });
  afterAll(() => shop.close());

  const invite = async () => {
    const json = { email: 'jane@example.com', businessName: 'Acme Tools' };
    const reply = await shop.asAdmin(PATH, { json });
    expect(reply.status).toBe(201);
    return reply.body as { id: string };
  };
  const sellIn = (id: string, currency: string) =>
    shop.database.collection('resellers').updateOne({ _id: id as never }, { $set: { currency } });
  const details = async (id: string) => (await shop.asAdmin(`${PATH}/${id}`)).body as Bag;

  it('accepts the price in cents as text and sends the email to identity [S7.20]', async () => {
    const { id } = await invite();
    const put = (json: Bag) => shop.asAdmin(`${PATH}/${id}`, { method: 'PUT', json });
    const reply = await put({ businessName: 'Beta', productPrice: '12345', email: 'new@example.com' });
    expect(reply).toMatchObject({
      status: 200,
      body: { businessName: 'Beta', productPrice: 12_345, userEmail: 'new@example.com' },
    });
    expect((await put({ productPrice: '49' })).body).toMatchObject({ code: 'PRICE_TOO_LOW' });
    expect((await put({ productPrice: '79.00' })).status).toBe(400);
    const taken = await put({ businessName: 'Gamma', productPrice: '9900', email: 'taken@example.com' });
    expect(taken.status).toBe(409);
    expect(await details(id)).toMatchObject({ reseller: { businessName: 'Beta', productPrice: 12_345 } });
  });

  it('saves price and name only after identity has accepted the address, and not if identity refuses it', async () => {
    const { id } = await invite();
    const edit = { businessName: 'Gamma', productPrice: '9900', email: 'taken@example.com' };
    identity.onEmailChange = async () => {
      expect(await details(id)).toMatchObject({
        reseller: { businessName: 'Acme Tools', productPrice: 7900 },
      });
    };
    const reply = await shop.asAdmin(`${PATH}/${id}`, { method: 'PUT', json: edit });
    identity.onEmailChange = async () => {};
    expect(reply.body).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await details(id)).toMatchObject({ reseller: { businessName: 'Acme Tools', productPrice: 7900 } });
  });

  it('accepts a price only in the currency that the reseller sells in', async () => {
    const { id } = await invite();
    const put = (json: Bag) => shop.asAdmin(`${PATH}/${id}`, { method: 'PUT', json });
    expect((await put({ productPrice: '8900', currency: 'USD' })).body).toMatchObject({ productPrice: 8900 });
    await sellIn(id, 'JPY');
    const refused = await put({ businessName: 'Beta', productPrice: '9900', currency: 'USD' });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        message: 'This reseller sells in JPY now. Open the reseller again and enter the price in JPY.',
      },
    });
    expect(await details(id)).toMatchObject({
      reseller: { businessName: 'Acme Tools', productPrice: 8900, currency: 'JPY' },
    });
  });

  it('is refused if the currency changes between check and write, and name and price are kept', async () => {
    const { id } = await invite();
    const { config, database, fakeService } = shop;
    const plain = buildContext({ config, database, bus: fakeService.bus } as never);
    const context = { ...plain, resellers: changedMeanwhile(plain.resellers, () => sellIn(id, 'JPY')) };
    const edit = { businessName: 'Beta', productPrice: '9900', currency: 'USD' } as const;
    await expect(editReseller(context, id, edit)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await details(id)).toMatchObject({
      reseller: { businessName: 'Acme Tools', productPrice: 7900, currency: 'JPY' },
    });
  });

  it('creates an audit entry with both addresses if it is refused after its address was saved', async () => {
    const { id } = await invite();
    const entries = await shop.fakeService.collect(auditRecorded('commerce'));
    identity.onEmailChange = async () => void (await sellIn(id, 'JPY'));
    const json = { email: 'moved@example.com', productPrice: '9900', currency: 'USD' };
    const reply = await shop.asAdmin(`${PATH}/${id}`, { method: 'PUT', json });
    identity.onEmailChange = async () => {};
    expect(reply.body).toMatchObject({ code: 'CONFLICT' });
    const stored = await resellerModel(shop.database).findById(id).lean();
    expect(stored).toMatchObject({ email: 'moved@example.com', productPrice: 7900 });
    const edits = () => entries.filter(({ action }) => action === 'PUT /api/admin/resellers/:id');
    await until(() => edits().length > 0);
    expect(edits()).toMatchObject([
      {
        target: id,
        outcome: 'unknown',
        changes: [{ field: 'email', before: 'jane@example.com', after: 'moved@example.com' }],
      },
    ]);
  });

  it('creates one audit entry with address, price and name, and none if identity refuses the address', async () => {
    const { id } = await invite();
    const audited = await shop.fakeService.collect(auditRecorded('commerce'));
    const put = (email: string) =>
      shop.asAdmin(`${PATH}/${id}`, {
        method: 'PUT',
        json: { businessName: 'Beta', productPrice: '9900', email },
      });
    expect((await put('taken@example.com')).status).toBe(409);
    expect((await put('next@example.com')).status).toBe(200);
    const edits = () => audited.filter(({ action }) => action === 'PUT /api/admin/resellers/:id');
    await until(() => edits().length > 0);
    const entries = shop.database.collection('audit_entries');
    const ofEdits = { 'record.action': 'PUT /api/admin/resellers/:id', 'record.target': id };
    expect(await entries.countDocuments(ofEdits)).toBe(1);
    const [edit] = edits();
    expect(edit).toMatchObject({ outcome: 'done', target: id });
    expect(edit?.changes).toEqual(
      expect.arrayContaining([
        { field: 'businessName', before: 'Acme Tools', after: 'Beta' },
        { field: 'productPrice', before: 7900, after: 9900 },
        { field: 'email', before: 'jane@example.com', after: 'next@example.com' },
      ]),
    );
  });
});
