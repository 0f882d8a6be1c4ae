import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { changeText, readableChanges } from '../src/features/audit/change-text.ts';
import remote from '../src/remote.tsx';
import { failing, signedIn } from './people.ts';

const ENTRY = {
  id: 'svc-commerce:audit-1',
  service: 'svc-commerce',
  at: '2026-11-01T10:00:00.000Z',
  actor: { userId: 'u1', username: 'ada', role: 'admin', resellerId: null },
  address: '203.0.113.7',
  action: 'PUT /api/admin/resellers/:id',
  summary: 'Changes a reseller',
  target: 'r1',
  changes: [
    { field: 'businessName', before: 'Acme', after: 'Acme Ltd' },
    { field: 'sealedSecretKey', before: '(hidden)', after: '(hidden)' },
  ],
  outcome: 'done',
  traceId: null,
};

describe('the audit log', () => {
  const LIST = 'GET /api/admin/audit';
  const open = (replies: Replies = {}, path = '/admin/audit-log') =>
    openPage(remote, path, { ...signedIn(), [LIST]: ok([ENTRY]), ...replies });

  it('shows who changed what and from where, with the values before and after', async () => {
    await open();
    const table = within(await screen.findByRole('table', { name: 'Audit log' }));
    await table.findByText('Changes a reseller');
    for (const text of ['ada', '203.0.113.7', 'Acme', 'Acme Ltd', 'r1'])
      expect(table.getByText(text)).toBeTruthy();
  });

  it.each([
    [{ field: 'mainProductPrice', before: 7900, after: 6900 }, 'Changed the price from $79.00 to $69.00'],
    [{ field: 'testMode', before: false, after: true }, 'Turned test mode on'],
    [{ field: 'sealedSecretKey', before: '(hidden)', after: '(hidden)' }, 'Replaced the secret key'],
    [{ field: 'sealedSecretKey', before: '(hidden)', after: null }, 'Removed the secret key'],
    [
      { field: 'status', before: 'open', after: 'in_progress' },
      'Changed the status from open to in progress',
    ],
    [
      { field: 'orderWebhookUrl', before: null, after: 'https://a.example' },
      'Set the order webhook to https://a.example',
    ],
    [{ field: 'contactPerson', before: 'Ann', after: '' }, 'Removed the contact person, which was Ann'],
  ])('describes a change in words: %j', async (change, text) => {
    await open({ [LIST]: ok([{ ...ENTRY, changes: [change] }]) });
    await screen.findByText(text);
    // The name of a route is no word.
    expect(screen.queryByText(ENTRY.action)).toBeNull();
  });

  it.each([
    ['JPY', 'JPY', ['Changed the price from ¥7,900 to ¥8,900']],
    ['USD', 'USD', ['Changed the price from $79.00 to $89.00']],
    ['USD', 'JPY', ['Changed the price from $79.00 to ¥8,900', 'Changed the currency from USD to JPY']],
    [undefined, undefined, ['Changed the price from 7900 (smallest unit) to 8900 (smallest unit)']],
  ])("shows a reseller's price in its currency: from %s to %s", (before, after, texts) => {
    const changes = [{ field: 'productPrice', before: 7900, after: 8900 }];
    const currency = before && after ? [{ field: 'currency', before, after }] : [];
    expect(readableChanges([...changes, ...currency]).map(changeText)).toEqual(texts);
  });

  it('requests the entries with the filters of the address and of the form', async () => {
    const { api, user } = await open({}, '/admin/audit-log?role=reseller');
    await screen.findByText('Changes a reseller');
    await user.selectOptions(screen.getByLabelText('What'), 'gateway');
    await screen.findByText('Changes a reseller');
    const queries = api.calls.filter(({ path }) => path === '/api/admin/audit').map(({ query }) => query);
    expect(queries[0]).toMatchObject({ role: 'reseller', limit: '50' });
    expect(queries.at(-1)).toMatchObject({ role: 'reseller', service: 'gateway' });
  });

  it('shows an error and can be retried if it cannot be read', async () => {
    let isDown = true;
    const { user } = await open({ [LIST]: () => (isDown ? failing(503, 'Later.') : ok([ENTRY])) });
    await screen.findByText("We couldn't load the audit log");
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Changes a reseller');
  });
});

describe('the privacy page', () => {
  const EXPORT = 'POST /api/admin/privacy/export';
  const ERASE = 'POST /api/admin/privacy/erasures';
  const erasure = (completedAt: string | null) => ({
    id: 'e1',
    maskedEmail: 'b***@example.com',
    requestedBy: 'ada',
    requestedAt: '2026-11-01T10:00:00.000Z',
    completedAt,
    services: [
      {
        service: 'svc-commerce',
        erasedAt: '2026-11-01T10:00:01.000Z',
        removed: [],
        kept: [{ collection: 'orders', count: 1 }],
      },
      { service: 'svc-support', erasedAt: completedAt, removed: [], kept: [] },
    ],
  });
  const found = (obstacles: string[] = []) =>
    ok({
      email: 'buyer@example.com',
      exportedAt: '2026-11-01T10:00:00.000Z',
      records: [
        { service: 'svc-commerce', collection: 'orders', data: {} },
        { service: 'svc-support', collection: 'mails', data: {} },
        { service: 'svc-support', collection: 'mails', data: {} },
      ],
      obstacles,
    });
  const open = (replies: Replies = {}) =>
    openPage(remote, '/admin/privacy', {
      ...signedIn(),
      'GET /api/admin/privacy/erasures': ok([erasure('2026-11-01T10:00:02.000Z')]),
      [EXPORT]: found(),
      [ERASE]: { status: 202, body: erasure(null) },
      ...replies,
    });
  type Page = Awaited<ReturnType<typeof open>>;
  const find = async ({ user }: Page) => {
    await user.type(await screen.findByLabelText('Email'), 'buyer@example.com');
    await user.click(screen.getByRole('button', { name: 'Find records' }));
  };

  it('finds the records of a person, lists what is erased and what is kept, and erases only after a confirmation', async () => {
    const page = await open();
    await find(page);
    await screen.findByText('3 records of buyer@example.com: 1 in orders, 2 in mails.');
    await page.user.click(screen.getByRole('button', { name: 'Erase this person' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('What goes:')).toBeTruthy();
    expect(dialog.getByText('What stays:')).toBeTruthy();
    expect(page.api.calls.some(({ method, path }) => `${method} ${path}` === ERASE)).toBe(false);

    await page.user.click(dialog.getByRole('button', { name: 'Erase person' }));

    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Erasure requested' }]));
    const sent = page.api.calls.find(({ method, path }) => `${method} ${path}` === ERASE);
    expect(sent?.body).toEqual({ email: 'buyer@example.com' });
    // The button that asked is gone with who was found.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('uses the singular for a single record', async () => {
    const one = {
      email: 'buyer@example.com',
      exportedAt: '2026-11-01T10:00:00.000Z',
      records: [{ service: 'svc-commerce', collection: 'orders', data: {} }],
      obstacles: [],
    };
    await find(await open({ [EXPORT]: ok(one) }));
    await screen.findByText('1 record of buyer@example.com: 1 in orders.');
  });

  it('keeps the confirmation open if an erasure fails, so that it can be retried', async () => {
    const page = await open({ [ERASE]: failing(503, 'Try again.') });
    await find(page);
    await page.user.click(await screen.findByRole('button', { name: 'Erase this person' }));
    for (const failures of [1, 2]) {
      await page.user.click(await screen.findByRole('button', { name: 'Erase person' }));
      await waitFor(() => expect(page.toasts).toHaveLength(failures));
    }
  });

  it('shows why a person cannot be erased yet, and disables the button', async () => {
    await find(await open({ [EXPORT]: found(['jane signs in as a reseller. Delete the reseller first.']) }));
    await screen.findByText('jane signs in as a reseller. Delete the reseller first.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Erase this person' }).disabled).toBe(true);
  });

  it('shows what a service kept, and that the erasure is complete', async () => {
    await open();
    await screen.findByText('commerce: 1 of orders kept without the person');
    expect(screen.getByText('Complete')).toBeTruthy();
  });
});
