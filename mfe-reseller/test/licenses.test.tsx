import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { offContract, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { aLicense, bodyOf, callsOf, failing, openDashboard } from './reseller.ts';

const stat = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;
const openCreate = async (replies = {}) => {
  const page = await openDashboard('licenses', replies);
  await page.user.click(await screen.findByRole('button', { name: 'Create License' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create License' }));
  return { ...page, dialog };
};

describe('the figures of the licenses', () => {
  const summary = { 'GET /api/resellers/licenses/summary': ok({ total: 3, active: 2 }) };

  it('show all licenses, active licenses and an estimate of the revenue [S2.110] [S2.111] [R-money.10]', async () => {
    await openDashboard('licenses', summary);
    await waitFor(async () => expect(await stat('Total Licenses')).toBe('3'));
    expect(await stat('Active Licenses')).toBe('2');
    expect(await stat('Revenue Generated')).toBe('€388.50');
    expect(screen.getByText("Estimate: licenses times today's price")).toBeTruthy();
  });

  it('estimate the revenue without tests, trials and revoked licenses, and say so', async () => {
    await openDashboard('licenses', {
      'GET /api/resellers/licenses/summary': ok({ total: 3, active: 2, counted: 2 }),
    });
    await waitFor(async () => expect(await stat('Revenue Generated')).toBe('€259.00'));
    expect(
      screen.getByText("Estimate: licenses times today's price, without tests, trials and revoked ones"),
    ).toBeTruthy();
  });

  it('assume a price of 99 if the seller has none [S2.111]', async () => {
    await openDashboard('licenses', summary, { productPrice: '', currency: 'USD' });
    await waitFor(async () => expect(await stat('Revenue Generated')).toBe('$297.00'));
  });
});

describe('free licenses', () => {
  const QUOTA = {
    perDay: 500,
    usedToday: 12,
    total: 10_000,
    usedTotal: 4210,
    resetsAt: '2026-11-23T00:00:00.000Z',
  };

  it('show in the form how much of the limits is used', async () => {
    const { dialog } = await openCreate({ 'GET /api/resellers/licenses/quota': ok(QUOTA) });
    const note = await dialog.findByText(/12 of 500 today, 4,210 of 10,000 in all/);
    expect(note.textContent).not.toContain('Contact support');
  });

  it('name support as the next step if a limit is reached, in the note and in the error', async () => {
    const message = 'At most 500 licenses a day can be created without a payment. Contact support.';
    const { dialog, user, toasts } = await openCreate({
      'GET /api/resellers/licenses/quota': ok({ ...QUOTA, usedToday: 500 }),
      'POST /api/resellers/licenses': failing(429, message, 'QUOTA_EXCEEDED'),
    });
    expect((await dialog.findByRole('status')).textContent).toContain('Contact support for a higher limit');
    await user.type(dialog.getByLabelText('Customer email'), 'ada@example.com');
    await user.click(dialog.getByRole('button', { name: 'Create License' }));
    await waitFor(() => expect(JSON.stringify(toasts)).toContain(message));
  });
});

describe('the list of licenses', () => {
  it('offers details, copy and delete for each license [S2.113] [S2.114]', async () => {
    const license = aLicense({ email: 'ada@example.com', businessName: 'Ada Ltd', notes: 'By transfer' });
    const { user } = await openDashboard('licenses', { 'GET /api/resellers/licenses': ok([license]) });
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Copy key of ada@example.com' }));
    expect(write).toHaveBeenCalledWith(license.licenseKey);
    await user.click(screen.getByRole('button', { name: 'View details of ada@example.com' }));
    const dialog = await screen.findByRole('dialog', { name: 'License Details' });
    for (const text of [license.licenseKey, 'ada@example.com', 'Ada Ltd', 'By transfer', 'Active'])
      expect(dialog.textContent).toContain(text);
    expect(screen.getByRole('button', { name: 'Delete license of ada@example.com' })).toBeTruthy();
  });

  it('marks a license that was paid with a test key [R-november.6]', async () => {
    const licenses = [
      aLicense({ email: 'try@example.com', isTest: true }),
      aLicense({ id: '665f1c2e9b1e8a00000000b2', email: 'real@example.com' }),
    ];
    await openDashboard('licenses', { 'GET /api/resellers/licenses': ok(licenses) });
    const rowOf = async (email: string) => (await screen.findByText(email)).closest('tr')!;
    expect(within(await rowOf('try@example.com')).getByText('Test')).toBeTruthy();
    expect(within(await rowOf('real@example.com')).queryByText('Test')).toBeNull();
  });

  it('accepts a key and an email under their alternative field names [S3.15]', async () => {
    const { licenseKey: key, email: customerEmail, ...rest } = aLicense({ email: 'old@example.com' });
    await openDashboard('licenses', {
      'GET /api/resellers/licenses': offContract('names that the specification allows too', [
        { ...rest, key, customerEmail },
      ]),
    });
    expect(await screen.findByText('old@example.com')).toBeTruthy();
    expect(screen.getByText(key)).toBeTruthy();
  });

  it('is searched, filtered and paged by the server, with its state in the address', async () => {
    const { user, api } = await openDashboard('licenses?status=active', {
      'GET /api/resellers/licenses': ({ query }) => ({
        ...ok([aLicense()]),
        ...(query.cursor ? {} : { headers: { 'x-next-cursor': '665f1c2e9b1e8a0000000099' } }),
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await waitFor(() => expect(screen.getByText('Page 2')).toBeTruthy());
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      status: 'active',
      page: '2',
      cursor: '665f1c2e9b1e8a0000000099',
    });
    await user.type(screen.getByLabelText('Search licenses'), 'ada');
    await waitFor(() =>
      expect(callsOf(api.calls, 'GET /api/resellers/licenses').at(-1)?.query).toEqual({
        status: 'active',
        search: 'ada',
        limit: '25',
      }),
    );
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/resellers/licenses/export?search=ada&status=active',
    );
  });

  it('shows a message if it is empty, and opens the form for the first license [S2.115] [S2.116]', async () => {
    const { user } = await openDashboard('licenses');
    expect(await screen.findByText('No licenses created yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create First License' }));
    expect(await screen.findByRole('dialog', { name: 'Create License' })).toBeTruthy();
  });

  it('shows an error and can be retried if it cannot be read', async () => {
    let isAway = true;
    const { user } = await openDashboard('licenses', {
      'GET /api/resellers/licenses': () =>
        isAway ? failing(503, 'Away') : ok([aLicense({ email: 'back@example.com' })]),
    });
    expect(await screen.findByText("We couldn't load the licenses")).toBeTruthy();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('back@example.com')).toBeTruthy();
  });

  it('links the Chrome Web Store, and caches the address for 300000 ms [S9.08]', async () => {
    const { user, api } = await openDashboard('licenses');
    const link = await screen.findByRole('link', { name: 'Chrome Web Store' });
    expect(link.getAttribute('href')).toBe('https://chromewebstore.google.com/detail/x');
    const reading = async (later: number) => {
      const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + later);
      await user.click(screen.getByRole('link', { name: 'Settings' }));
      await screen.findByRole('heading', { level: 1, name: 'Integration Settings' });
      await user.click(screen.getByRole('link', { name: 'License Management' }));
      await screen.findByRole('link', { name: 'Chrome Web Store' });
      now.mockRestore();
    };
    await reading(290_000);
    expect(callsOf(api.calls, 'GET /api/chrome-store-url')).toHaveLength(1);
    await reading(310_000);
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/chrome-store-url')).toHaveLength(2));
  });
});

describe('a new license', () => {
  it('is created with email, business name and notes [S2.112] [S3.16] [S1.03]', async () => {
    const license = aLicense({ email: 'ada@example.com' });
    const { user, api, toasts, dialog } = await openCreate({
      'POST /api/resellers/licenses': { status: 201, body: license },
    });
    await user.type(dialog.getByLabelText(/Customer email/), 'ada@example.com');
    await user.type(dialog.getByLabelText(/Business name/), 'Ada Ltd');
    await user.type(dialog.getByLabelText(/Notes/), 'By transfer');
    await user.click(dialog.getByRole('button', { name: 'Create License' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'License Created', tone: 'success' }]));
    expect(bodyOf(api.calls, 'POST /api/resellers/licenses')).toEqual({
      customerEmail: 'ada@example.com',
      businessName: 'Ada Ltd',
      notes: 'By transfer',
    });
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/resellers/licenses')).toHaveLength(2));
  });

  it('requires a valid email [S5.27]', async () => {
    const { user, api, dialog } = await openCreate();
    const create = dialog.getByRole('button', { name: 'Create License' });
    expect(create.hasAttribute('disabled')).toBe(true);
    await user.type(dialog.getByLabelText(/Customer email/), 'not an address');
    await user.click(create);
    await waitFor(() =>
      expect(dialog.getByLabelText(/Customer email/).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(callsOf(api.calls, 'POST /api/resellers/licenses')).toEqual([]);
  });

  it.each([
    ['The reseller is not active.', 'The reseller is not active.'],
    ['', 'Failed to create license'],
  ])(
    'shows why it was not created, and is retried with the same idempotency key: %j [S8.46]',
    async (message, description) => {
      const reply = message ? failing(409, message, 'RESELLER_INACTIVE') : failing(500, '');
      const { user, toasts, api, dialog } = await openCreate({ 'POST /api/resellers/licenses': reply });
      await user.type(dialog.getByLabelText(/Customer email/), 'ada@example.com');
      await user.click(dialog.getByRole('button', { name: 'Create License' }));
      await waitFor(() =>
        expect(toasts).toMatchObject([
          { title: 'License Creation Failed', description, tone: 'destructive' },
        ]),
      );
      await user.click(dialog.getByRole('button', { name: 'Create License' }));
      await waitFor(() => expect(callsOf(api.calls, 'POST /api/resellers/licenses')).toHaveLength(2));
      const keys = callsOf(api.calls, 'POST /api/resellers/licenses').map(
        ({ headers }) => headers['idempotency-key'],
      );
      expect(keys[0]).toBeTruthy();
      expect(keys[1]).toBe(keys[0]);
    },
  );
});

it('a license whose reply was lost is reported as possibly created, and changed input gets a new idempotency key', async () => {
  const replies = [failing(504, 'No reply in time.', 'UPSTREAM_TIMEOUT')];
  const { user, api, dialog } = await openCreate({
    'POST /api/resellers/licenses': () => replies.shift() ?? { status: 201, body: aLicense() },
  });
  await user.type(dialog.getByLabelText(/Customer email/), 'ada@example.com');
  await user.click(dialog.getByRole('button', { name: 'Create License' }));
  const notice = await dialog.findByRole('alert');
  expect(notice.textContent).toContain('The license for ada@example.com may have been created');
  expect(notice.textContent).toContain('Press “Create License” again without changing anything');
  await user.type(dialog.getByLabelText(/Notes/), 'By transfer');
  await user.click(dialog.getByRole('button', { name: 'Create License' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = callsOf(api.calls, 'POST /api/resellers/licenses');
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

describe('the deletion of a license', () => {
  const license = aLicense({ email: 'ada@example.com' });
  const confirm = async (reply: Replies[string]) => {
    const page = await openDashboard('licenses', {
      'GET /api/resellers/licenses': ok([license]),
      [`DELETE /api/resellers/licenses/${license.id}`]: reply,
    });
    await page.user.click(await screen.findByRole('button', { name: 'Delete license of ada@example.com' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the license of ada@example.com?' });
    expect(callsOf(page.api.calls, `DELETE /api/resellers/licenses/${license.id}`)).toEqual([]);
    await page.user.click(within(dialog).getByRole('button', { name: 'Delete license' }));
    return page;
  };

  it('asks with the email of the license before the call, and reloads the list after it', async () => {
    const { toasts, api } = await confirm(ok({ message: 'License deleted' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'License Deleted' }]));
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/resellers/licenses').length).toBeGreaterThan(1));
  });

  it('leaves a dialog that was opened in the meantime open, with its typed text', async () => {
    let reply = () => {};
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const { user, toasts } = await confirm(async () => {
      await replied;
      return ok({ message: 'License deleted' });
    });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Create License' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create License' }));
    await user.type(dialog.getByLabelText('Customer email'), 'ben@example.com');
    reply();
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'License Deleted' }]));
    // A dialog that closes has no role any more, before it is gone.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('dialog', { name: 'Create License' })).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Customer email').value).toBe('ben@example.com');
  });

  it.each([
    ['This license does not exist.', failing(404, 'This license does not exist.', 'NOT_FOUND')],
    ['Failed to delete license', failing(500, '')],
  ])('shows why it failed, and can be retried: %s [S8.47]', async (description, reply) => {
    const { user, toasts } = await confirm(reply);
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Delete Failed', description, tone: 'destructive' }]),
    );
    // It is still asked, to be tried again.
    await user.click(await screen.findByRole('button', { name: 'Delete license' }));
    await waitFor(() => expect(toasts).toHaveLength(2));
  });
});
