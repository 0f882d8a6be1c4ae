import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';
import { ACME, failing, signedIn } from './people.ts';

const BETA = { ...ACME, id: 'beta', businessName: 'Beta', isActive: false, currency: 'JPY' } as const;
const LIST = 'GET /api/admin/resellers';
const COUNTED = {
  'GET /api/admin/resellers/summary': ok({
    total: 2,
    active: 1,
    paymentConfigured: 2,
    revenue: [{ currency: 'USD', revenue: '7900', orders: 1 }],
  }),
};

async function open(replies: Replies = {}) {
  const page = await openPage(remote, '/admin/resellers', {
    ...signedIn(),
    [LIST]: ok([ACME, BETA]),
    ...COUNTED,
    ...replies,
  });
  await screen.findByText('Acme Leads');
  const writes = () => page.api.calls.filter(({ method }) => method !== 'GET');
  return { ...page, writes };
}
const press = async ({ user }: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const card = (label: string) =>
  screen.getByText(label).closest('div')!.querySelector('dd')!.firstChild!.textContent;

describe('the resellers', () => {
  it('are counted, and listed with their prices [S2.46] [S2.47] [S2.48] [S2.49]', async () => {
    await open();
    await waitFor(() => expect(card('Total resellers')).toBe('2'));
    expect(card('Active resellers')).toBe('1');
    expect(card('Total revenue')).toBe('$0');
    expect(card('Invitations sent')).toBe('0');
    expect(screen.getByText('¥7,900')).toBeTruthy();
  });

  it.each([
    [
      'Deactivate Acme Leads',
      'Deactivate reseller',
      'POST',
      'acme/deactivate',
      'Reseller status updated successfully',
      '',
    ],
    [
      'Activate Beta',
      'Activate reseller',
      'POST',
      'beta/activate',
      'Reseller status updated successfully',
      '',
    ],
    [
      'Delete Acme Leads',
      'Delete reseller',
      'DELETE',
      'acme',
      'Reseller deleted successfully',
      'This action cannot be undone.',
    ],
    [
      'Resend credentials to Acme Leads',
      'Resend credentials',
      'POST',
      'acme/resend-welcome',
      'Welcome email resent with new credentials',
      'This will generate new login credentials and send them via email. Continue?',
    ],
  ])(
    'ask for a confirmation of "%s", change nothing if it is declined, and report success otherwise [S2.53] [S2.54] [S2.55] [S2.56] [S8.24] [S8.25] [S8.26] [S8.28] [S8.40] [S8.41]',
    async (name, confirm, method, path, text, question) => {
      const page = await open({ [`${method} /api/admin/resellers/${path}`]: ok({ ...ACME, message: 'ok' }) });
      await press(page, name);
      if (question) await screen.findByText(question);
      // The dialog says that the old credentials end and who gets the new ones.
      const facts = name.startsWith('Resend')
        ? ['Their password stops working at once', ACME.userEmail!]
        : [];
      for (const fact of facts) expect(screen.getByRole('dialog').textContent).toContain(fact);
      await press(page, 'Cancel');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(page.writes()).toEqual([]);
      await press(page, name);
      await press(page, confirm);
      await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Success', description: text }]));
      expect(page.writes()).toHaveLength(1);
    },
  );

  it('show the reason of the server if one cannot be deleted or deactivated, and can be retried [S8.12]', async () => {
    const page = await open({
      'DELETE /api/admin/resellers/acme': failing(500, 'No database.'),
      'POST /api/admin/resellers/acme/deactivate': failing(500, 'No connection.'),
    });
    for (const [name, confirm, description] of [
      ['Delete Acme Leads', 'Delete reseller', 'No database.'],
      ['Deactivate Acme Leads', 'Deactivate reseller', 'No connection.'],
    ] as const) {
      const before = page.writes().length;
      await press(page, name);
      await press(page, confirm);
      await waitFor(() => expect(page.toasts.at(-1)).toMatchObject({ title: 'Error', description }));
      // It is still asked, to be tried again.
      await press(page, confirm);
      const done = () => [page.writes().length, page.toasts.length];
      await waitFor(() => expect(done()).toEqual([before + 2, before + 2]));
      await press(page, 'Cancel');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('show a different error for each way in which sending credentials can fail [S8.15] [S8.16] [S8.17]', async () => {
    const replies = [failing(500, 'raw'), failing(502, 'The provider refused it.'), failing(502, '')];
    const page = await open({
      'POST /api/admin/resellers/acme/resend-welcome': () =>
        replies.shift() ?? failing(500, 'Called once more'),
    });
    await press(page, 'Resend credentials to Acme Leads');
    for (const description of [
      'Email service error - please check if the email address is valid',
      'The provider refused it.',
      'Failed to resend welcome email',
    ]) {
      await press(page, 'Resend credentials');
      await waitFor(() => expect(page.toasts.at(-1)).toMatchObject({ title: 'Email Error', description }));
    }
  });
});

describe('the invitation form', () => {
  const type = async ({ user }: Awaited<ReturnType<typeof open>>, fields: Record<string, string>) => {
    const form = within(await screen.findByRole('form', { name: 'Invite reseller' }));
    for (const [label, text] of Object.entries(fields)) await user.type(form.getByLabelText(label), text);
    await user.click(form.getByRole('button', { name: 'Send invitation' }));
    return form;
  };

  it('requires only an email and a business name [S2.50] [S5.03] [S5.04] [S8.35]', async () => {
    const page = await open({ 'POST /api/admin/resellers': { status: 201, body: ACME } });
    await press(page, 'Invite reseller');
    const form = await type(page, {});
    for (const label of ['Email', 'Business name'])
      await waitFor(() => expect(form.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
    await type(page, { Email: 'ann@acme.test' });
    await waitFor(() => expect(form.getByLabelText('Email').getAttribute('aria-invalid')).not.toBe('true'));
    expect(form.getByLabelText('Business name').getAttribute('aria-invalid')).toBe('true');
    expect(page.writes()).toEqual([]);
    await type(page, { 'Business name': 'Acme Leads' });
    await waitFor(() =>
      expect(page.toasts.at(-1)).toMatchObject({
        title: 'Reseller created and invitation sent successfully',
      }),
    );
    expect(page.writes()[0]?.body).toMatchObject({ email: 'ann@acme.test', businessName: 'Acme Leads' });
  });

  it('asks before it is closed with text in it, but not if it is empty', async () => {
    const page = await open();
    await press(page, 'Invite reseller');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite reseller' }));
    const email = await dialog.findByLabelText<HTMLInputElement>('Email');
    const close = () => page.user.click(dialog.getByRole('button', { name: 'Close' }));
    await page.user.type(email, 'ann');
    await close();
    // Under test all dialogs of antd have the same id, so that one of two is not found by its name.
    const title = await screen.findByText('Close without saving?');
    const question = within(title.closest<HTMLElement>('[role="dialog"]')!);
    await page.user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull());
    expect(email.value).toBe('ann');
    await page.user.clear(email);
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.writes()).toEqual([]);
  });

  it('shows why an invitation failed, and marks the field [S8.11]', async () => {
    const taken = failing(409, 'This email is taken.', 'EMAIL_TAKEN', 'email');
    const page = await open({ 'POST /api/admin/resellers': taken });
    await press(page, 'Invite reseller');
    const form = await type(page, { Email: 'ann@acme.test', 'Business name': 'Acme' });
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Failed to create reseller', description: 'This email is taken.' },
      ]),
    );
    await waitFor(() => expect(form.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'));
  });

  it('leads to the sign-in page once the session has ended [S8.01]', async () => {
    const page = await open({ 'POST /api/admin/resellers': failing(401, 'Any', 'UNAUTHENTICATED') });
    await press(page, 'Invite reseller');
    await type(page, { Email: 'ann@acme.test', 'Business name': 'Acme' });
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
      ]),
    );
    await waitFor(() => expect(location.pathname).toBe('/auth'));
  });
});

describe('a single reseller', () => {
  const order = { amount: 7900, currency: 'USD', status: 'completed', createdAt: ACME.createdAt } as const;
  const quota = {
    perDay: 500,
    total: 10_000,
    usedToday: 7,
    usedTotal: 4210,
    resetsAt: '2026-11-23T00:00:00.000Z',
  };

  it('is shown with user, orders and license limits, and the limits can be saved [S2.51]', async () => {
    const page = await open({
      'GET /api/admin/licenses/quotas/acme': ok(quota),
      'PUT /api/admin/licenses/quotas/acme': ok({ ...quota, perDay: 20 }),
      'GET /api/admin/resellers/acme': ok({
        reseller: ACME,
        user: {
          username: 'ann',
          email: 'ann@acme.test',
          firstName: 'Ann',
          lastName: 'Lee',
          createdAt: ACME.createdAt,
        },
        orders: [
          { ...order, id: 'o1', isTest: false },
          { ...order, id: 'o2', isTest: true },
        ],
      }),
    });
    await press(page, 'Details of Acme Leads');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Ann Lee');
    expect(dialog.getByText('o1')).toBeTruthy();
    const marks = dialog.getAllByRole('listitem').map(({ textContent }) => textContent.includes('Test'));
    expect(marks).toEqual([false, true]);
    await dialog.findByText(/^7 today, 4,210 in all: .* Paid orders are not limited\.$/);
    const [perDay] = dialog.getAllByRole('spinbutton');
    await page.user.clear(perDay!);
    await page.user.type(perDay!, '20');
    await page.user.click(dialog.getByRole('button', { name: 'Save limits' }));
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Limits saved' }]));
    expect(page.writes()).toMatchObject([{ method: 'PUT', body: { perDay: 20, total: 10_000 } }]);
  });

  it('loses all licenses issued since a given time after a confirmation, and the notice counts the remaining ones', async () => {
    const page = await open({
      'GET /api/admin/licenses/quotas/acme': ok(quota),
      'GET /api/admin/resellers/acme': ok({ reseller: ACME, user: null, orders: [] }),
      'POST /api/admin/licenses/revoke-of-reseller/acme': ok({ revoked: 1200, left: 3 }),
    });
    await press(page, 'Details of Acme Leads');
    const dialog = within(await screen.findByRole('dialog'));
    const button = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Revoke licenses' });
    expect(button.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Issued since'), { target: { value: '2026-11-20T08:30' } });
    await page.user.click(button);
    const question = within(
      await screen.findByRole('dialog', { name: 'Revoke the licenses of Acme Leads?' }),
    );
    expect(question.getByText(/This action cannot be undone/)).toBeTruthy();
    expect(page.writes()).toEqual([]);
    await page.user.click(question.getByRole('button', { name: 'Revoke licenses' }));
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: '1,200 licenses revoked', description: '3 are left. Revoke again to continue.' },
      ]),
    );
    const since = new Date('2026-11-20T08:30').toISOString();
    expect(page.writes()).toMatchObject([{ method: 'POST', body: { since } }]);
  });

  it('shows the latest license limits when its details are opened again', async () => {
    let stored = quota;
    const page = await open({
      'GET /api/admin/licenses/quotas/acme': () => ok(stored),
      'PUT /api/admin/licenses/quotas/acme': ok(quota),
      'GET /api/admin/resellers/acme': ok({ reseller: ACME, user: null, orders: [] }),
    });
    const numbers = async () => {
      await press(page, 'Details of Acme Leads');
      const dialog = within(await screen.findByRole('dialog'));
      await dialog.findByText(/^7 today, 4,210 in all: .* Paid orders are not limited\.$/);
      return { dialog, total: () => dialog.getAllByRole<HTMLInputElement>('spinbutton')[1]?.value };
    };
    const before = await numbers();
    expect(before.total()).toBe('10000');
    await page.user.click(before.dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    stored = { ...quota, total: 99 };
    const after = await numbers();
    await waitFor(() => expect(after.total()).toBe('99'));
  });

  it('shows an error if its details cannot be read [S8.13]', async () => {
    const page = await open({ 'GET /api/admin/resellers/acme': failing(500, 'No database.') });
    await press(page, 'Details of Acme Leads');
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Failed to fetch reseller details', description: 'No database.' },
      ]),
    );
  });

  const retype = async ({ user }: Awaited<ReturnType<typeof open>>, label: RegExp, text: string) => {
    const field = within(await screen.findByRole('form', { name: 'Edit reseller' })).getByLabelText(label);
    await user.clear(field);
    if (text) await user.type(field, text);
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  it('is saved with a changed price in minor units and its currency, without other fields [S2.52] [S5.10] [S5.11] [S8.27]', async () => {
    const page = await open({
      'PUT /api/admin/resellers/acme': ok(ACME),
      'PUT /api/admin/resellers/beta': ok(BETA),
    });
    for (const [name, step, typed, sent] of [
      ['Acme Leads', '0.01', '89.5', { productPrice: '8950', currency: 'USD' }],
      ['Beta', '1', '9000', { productPrice: '9000', currency: 'JPY' }],
    ] as const) {
      const before = page.toasts.length;
      await press(page, `Edit ${name}`);
      const price = await screen.findByRole('spinbutton');
      expect([price.getAttribute('step'), price.getAttribute('aria-valuemin')]).toEqual([step, '0']);
      await page.user.clear(price);
      await page.user.type(price, typed);
      await press(page, 'Save changes');
      await waitFor(() => expect(page.toasts).toHaveLength(before + 1));
      expect(page.toasts.at(-1)).toMatchObject({
        title: 'Success',
        description: 'Reseller updated successfully',
      });
      expect(page.writes().at(-1)?.body).toEqual(sent);
      await closed();
    }
    expect(page.writes()).toHaveLength(2);
  });

  it('is saved only if something was changed, with only the changed field', async () => {
    const page = await open({ 'PUT /api/admin/resellers/acme': ok(ACME) });
    await press(page, 'Edit Acme Leads');
    await retype(page, /Business name/, ACME.businessName);
    await press(page, 'Save changes');
    await closed();
    expect(page.writes()).toEqual([]);
    for (const [label, typed, sent] of [
      [/Business name/, 'Acme Sales', { businessName: 'Acme Sales' }],
      [/Email/, 'bob@acme.test', { email: 'bob@acme.test' }],
    ] as const) {
      await press(page, 'Edit Acme Leads');
      await retype(page, label, typed);
      await press(page, 'Save changes');
      await waitFor(() => expect(page.writes().at(-1)?.body).toEqual(sent));
      await closed();
    }
    expect(page.writes()).toHaveLength(2);
  });

  it('requires a price that the payment provider accepts, and explains a missing or too low one', async () => {
    const page = await open({ 'PUT /api/admin/resellers/acme': ok(ACME) });
    await press(page, 'Edit Acme Leads');
    await retype(page, /Product price/, '');
    await press(page, 'Save changes');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    await retype(page, /Product price/, '0.20');
    await press(page, 'Save changes');
    expect(await screen.findByText('Stripe takes no payments below $0.50.')).toBeTruthy();
    expect(page.writes()).toEqual([]);
    await retype(page, /Product price/, '89');
    await press(page, 'Save changes');
    await waitFor(() => expect(page.writes()).toHaveLength(1));
  });

  it('shows the error of the server if its currency was changed in the meantime, and the list shows the new currency', async () => {
    const text = 'This reseller sells in JPY now. Open the reseller again and enter the price in JPY.';
    let isSwitched = false;
    const page = await open({
      'PUT /api/admin/resellers/beta': failing(409, text, 'CONFLICT'),
      'GET /api/admin/resellers': () => ok([ACME, { ...BETA, currency: isSwitched ? 'JPY' : 'USD' }]),
    });
    await press(page, 'Edit Beta');
    await retype(page, /Product price/, '99');
    isSwitched = true;
    await press(page, 'Save changes');
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Error', description: text }]));
    await press(page, 'Cancel');
    await screen.findByText('¥7,900');
  });
});
