import { EMPTY_SALES_PAGE, type SalesPage } from '@leadping/contracts/commerce/sales-page';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { holdTimers } from '@leadping/test-kit/web/hold-timers';
import { aReseller, bodyOf, callsOf, failing, openDashboard, RESELLER_ID } from './reseller.ts';

const code = (label: string) => screen.getByLabelText(label, { selector: 'pre' }).textContent;
const openTab = async (name: string, replies = {}) => {
  const page = await openDashboard('sales-page', replies);
  await page.user.click(await screen.findByRole('tab', { name }));
  return page;
};

describe('the business name', () => {
  it('can be saved once it was changed, and the reason of the server is shown if it was refused [S2.92] [S2.93] [S8.45]', async () => {
    const refusals = [failing(409, 'This name is taken.', 'CONFLICT')];
    const { user, api, toasts } = await openDashboard('sales-page', {
      'PUT /api/resellers/business-name': () =>
        refusals.shift() ?? ok(aReseller({ businessName: 'Zebra Sales' })),
    });
    const form = within(await screen.findByRole('form', { name: 'Business name' }));
    const field = form.getByRole('textbox', { name: /Business name/ });
    const save = form.getByRole('button', { name: 'Save' });
    expect(save.hasAttribute('disabled')).toBe(true);
    await user.clear(field);
    await user.type(field, 'Zebra Sales');
    expect(save.hasAttribute('disabled')).toBe(false);
    await user.click(save);
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Update Failed', description: 'This name is taken.', tone: 'destructive' },
      ]),
    );
    await user.click(save);
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({ title: 'Business Name Updated', tone: 'success' }),
    );
    expect(bodyOf(api.calls, 'PUT /api/resellers/business-name')).toEqual({ businessName: 'Zebra Sales' });
  });

  it('causes a question if the page is left with an unsaved change', async () => {
    const { user } = await openDashboard('sales-page');
    await user.type(await screen.findByRole('textbox', { name: /Business name/ }), ' two');
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(location.pathname).toBe('/reseller-dashboard/sales-page');
    await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(location.pathname).toBe('/reseller-dashboard/orders'));
  });
});

describe('color, questions and contact', () => {
  const openForm = async (replies = {}, salesPage: Partial<SalesPage> = {}) => {
    const page = await openDashboard('sales-page', replies, {
      salesPage: { ...EMPTY_SALES_PAGE, ...salesPage },
    });
    const form = within(await screen.findByRole('form', { name: 'Color, questions and contact' }));
    return { ...page, form, save: form.getByRole('button', { name: 'Save page' }) };
  };
  const route = 'PUT /api/resellers/sales-page';

  it('are saved together, without empty entries', async () => {
    const { user, api, toasts, form, save } = await openForm({ [route]: ok(aReseller()) });
    expect(save.hasAttribute('disabled')).toBe(true);
    await user.type(form.getByLabelText(/^Color/), '#0A7D55');
    await user.type(form.getByLabelText(/Contact email/), 'help@acme.example');
    const add = form.getByRole('button', { name: 'Add question' });
    await user.click(add);
    await user.type(form.getByLabelText('Question 1'), 'Do you invoice?');
    await user.type(form.getByLabelText('Answer 1'), '<b>Yes</b>');
    await user.click(add);
    await user.click(save);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Sales Page Updated', tone: 'success' }]));
    expect(bodyOf(api.calls, route)).toEqual({
      accentColor: '#0A7D55',
      questions: [{ question: 'Do you invoice?', answer: '<b>Yes</b>' }],
      contactEmail: 'help@acme.example',
      contactUrl: '',
    });
  });

  it('show the stored text after a save, even if it equals the previous text', async () => {
    const salesPage = { ...EMPTY_SALES_PAGE, questions: [{ question: 'One?', answer: 'Yes.' }] };
    const { user, toasts, form, save } = await openForm({ [route]: ok(aReseller({ salesPage })) }, salesPage);
    await user.type(form.getByLabelText('Answer 1'), ' ');
    await user.click(save);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Sales Page Updated' }]));
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(true));
    expect(form.getByLabelText('Answer 1')).toHaveProperty('value', 'Yes.');
  });

  it('are validated by the contract before anything is sent', async () => {
    const { user, api, form, save } = await openForm();
    for (const [label, text, message] of [
      [/^Color/, 'red', 'Enter a color as # and six digits, such as #0a7d55.'],
      [/Contact link/, 'http://acme.example', 'Enter a link that begins with https://.'],
      [/Contact email/, 'acme', 'Enter an email address, such as name@example.com.'],
    ] as const) {
      await user.type(form.getByLabelText(label), text);
      await user.click(save);
      expect(await form.findByText(message)).toBeTruthy();
      await user.clear(form.getByLabelText(label));
    }
    expect(callsOf(api.calls, route)).toEqual([]);
  });

  it('name the question without an answer, and allow up to eight questions that can be moved and removed', async () => {
    const questions = ['One?', 'Two?', 'Three?', 'Four?', 'Five?', 'Six?', 'Seven?', 'Eight?'].map(
      (question) => ({ question, answer: 'Yes.' }),
    );
    const { user, api, form, save } = await openForm({ [route]: ok(aReseller()) }, { questions });
    const add = form.getByRole('button', { name: 'Add question' });
    expect(add.hasAttribute('disabled')).toBe(true);
    await user.click(form.getByRole('button', { name: 'Move question 2 up' }));
    await user.click(form.getByRole('button', { name: 'Remove question 8' }));
    await user.clear(form.getByLabelText('Answer 3'));
    await user.click(save);
    expect(await form.findByText('Number 3, answer: This field is required.')).toBeTruthy();
    await user.type(form.getByLabelText('Answer 3'), 'No.');
    await user.click(save);
    await waitFor(() => expect(callsOf(api.calls, route)).toHaveLength(1));
    const sent = bodyOf(api.calls, route) as SalesPage;
    expect(sent.questions.map(({ question }) => question)).toEqual([
      'Two?',
      'One?',
      'Three?',
      'Four?',
      'Five?',
      'Six?',
      'Seven?',
    ]);
    expect(sent.questions[2]?.answer).toBe('No.');
  });

  it('return to the standard colors on request', async () => {
    const { user, api, form, save } = await openForm(
      { [route]: ok(aReseller()) },
      { accentColor: '#0a7d55' },
    );
    await user.click(form.getByRole('button', { name: 'Use standard colors' }));
    await user.click(save);
    await waitFor(() => expect(bodyOf(api.calls, route)).toMatchObject({ accentColor: null }));
  });
});

describe('the logo', () => {
  const choose = async (file: File, replies = {}, reseller = {}) => {
    const page = await openDashboard('sales-page', replies, reseller);
    fireEvent.change(await screen.findByLabelText('Logo file'), { target: { files: [file] } });
    return page;
  };

  it('is uploaded and shown [S2.94]', async () => {
    const { api, toasts } = await choose(new File(['png'], 'logo.png', { type: 'image/png' }), {
      'POST /api/resellers/upload-logo': ok({ logoUrl: '/api/logos/new.png' }),
    });
    const image = await screen.findByRole('img', { name: 'Logo of Zebra Leads' });
    expect(image.getAttribute('src')).toBe('/api/logos/new.png');
    expect(toasts).toMatchObject([{ title: 'Logo Updated' }]);
    expect(bodyOf(api.calls, 'POST /api/resellers/upload-logo')).toContain(
      'name="logo"; filename="logo.png"',
    );
  });

  it('does not undo a price that was saved during the upload', async () => {
    let arrive = () => {};
    const isLate = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { user, toasts } = await choose(new File(['png'], 'logo.png', { type: 'image/png' }), {
      'POST /api/resellers/upload-logo': () => isLate.then(() => ok({ logoUrl: '/api/logos/new.png' })),
      'POST /api/resellers/business-config': ok(aReseller({ productPrice: '140.00' })),
    });
    await user.click(screen.getByRole('link', { name: 'Payment Setup' }));
    const price = () => screen.getByLabelText<HTMLInputElement>('Price');
    await user.clear(await screen.findByLabelText('Price'));
    await user.type(price(), '140');
    await user.click(screen.getByRole('button', { name: 'Update Pricing' }));
    await waitFor(() => expect(price().value).toBe('140.00'));
    arrive();
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Logo Updated' }));
    expect(price().value).toBe('140.00');
    await user.click(screen.getByRole('link', { name: 'Sales Page' }));
    const image = await screen.findByRole('img', { name: 'Logo of Zebra Leads' });
    expect(image.getAttribute('src')).toBe('/api/logos/new.png');
  });

  it('is removed after a confirmation, which can be repeated if it fails [S2.94]', async () => {
    const replies = [failing(503, 'Try again.')];
    const { user, api, toasts } = await openDashboard(
      'sales-page',
      { 'PUT /api/resellers/logo': () => replies.shift() ?? ok({ logoUrl: null }) },
      { logoUrl: '/api/logos/old.png' },
    );
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Remove logo' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Update Failed' }]));
    expect(bodyOf(api.calls, 'PUT /api/resellers/logo')).toEqual({ logoUrl: '' });
    await user.click(await screen.findByRole('button', { name: 'Remove logo' }));
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Logo Removed' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo of Zebra Leads' })).toBeNull());
  });

  it('is rejected if it is too large or not an image [S5.24] [S5.25]', async () => {
    const file = (size: number, type: string) => new File([new Uint8Array(size)], 'logo', { type });
    const { api, toasts } = await choose(file(5 * 1024 * 1024 + 1, 'image/png'));
    expect(toasts).toMatchObject([{ title: 'File size must be less than 5MB', tone: 'destructive' }]);
    fireEvent.change(screen.getByLabelText('Logo file'), {
      target: { files: [file(10, 'application/pdf')] },
    });
    expect(toasts.slice(1)).toMatchObject([
      { title: 'Only image files are allowed (JPEG, PNG, GIF, WebP, SVG)', tone: 'destructive' },
    ]);
    expect(callsOf(api.calls, 'POST /api/resellers/upload-logo')).toEqual([]);
  });

  it('shows a notice if it cannot be displayed [S8.51]', async () => {
    const { toasts } = await openDashboard('sales-page', {}, { logoUrl: '/api/logos/broken.png' });
    fireEvent.error(await screen.findByRole('img', { name: 'Logo of Zebra Leads' }));
    expect(toasts).toMatchObject([{ title: 'Logo uploaded but preview unavailable' }]);
  });
});

describe('Integrate Your Page', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('has three tabs, a preview, and a direct link that can be copied and opened, and reports a failed copy [S2.95] [S2.96] [S2.97] [S8.50] [S8.60]', async () => {
    const { user, toasts } = await openDashboard('sales-page');
    expect(await screen.findByRole('heading', { name: 'Integrate Your Page' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Direct Link',
      'Embed Code',
      'Webhook API',
    ]);
    const preview = await screen.findByTitle('Preview of Zebra Leads');
    expect(preview.getAttribute('src')).toBe('/r/zebra-leads-a1b2c3');
    const link = `${location.origin}/r/zebra-leads-a1b2c3`;
    const field = await screen.findByLabelText<HTMLInputElement>('Link of your sales page');
    expect([field.value, field.readOnly]).toEqual([link, true]);
    const copy = screen.getByRole('button', { name: 'Copy link' });
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    write.mockRejectedValueOnce(new Error('not allowed'));
    await user.click(copy);
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Copy failed: Please copy manually', tone: 'destructive' }]),
    );
    await user.click(copy);
    expect(write).toHaveBeenLastCalledWith(link);
    expect(toasts.slice(1)).toMatchObject([{ title: 'Copied!' }]);
    const open = screen.getByRole('link', { name: 'Open in new tab' });
    expect([open.getAttribute('href'), open.getAttribute('target')]).toEqual([link, '_blank']);
  });

  it('uses the subdomain if there is no slug [S2.96]', async () => {
    await openDashboard('sales-page', {}, { slug: '', subdomain: 'zebra' });
    const field = await screen.findByLabelText<HTMLInputElement>('Link of your sales page');
    expect(field.value).toBe(`${location.origin}/r/zebra`);
  });

  it('confirms a copy for two seconds [S9.07]', async () => {
    await openDashboard('sales-page');
    const button = await screen.findByRole('button', { name: 'Copy link' });
    await holdTimers(async () => {
      await act(async () => void fireEvent.click(button));
      await act(() => jest.advanceTimersByTimeAsync(1500));
      // A second copy has two seconds of its own.
      await act(async () => void fireEvent.click(button));
      await act(() => jest.advanceTimersByTimeAsync(1999));
      expect(button.textContent).toBe('Copied');
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(button.textContent).toBe('Copy');
    });
  });

  it('shows the iframe, the script that sizes it, and the endpoint, a request and a response of the API [S2.98] [S2.99] [S2.100] [S2.101] [S2.102]', async () => {
    const { user } = await openTab('Embed Code');
    const { body } = new DOMParser().parseFromString(code('iframe') ?? '', 'text/html');
    const frame = body.querySelector('iframe');
    expect([frame?.src, frame?.title]).toEqual([`${location.origin}/r/zebra-leads-a1b2c3`, 'Zebra Leads']);
    expect(code('Responsive script')).toBe(`<script src="${location.origin}/embed.js" async></script>`);

    await user.click(screen.getByRole('tab', { name: 'Webhook API' }));
    expect(screen.getByText(`POST ${location.origin}/api/webhook/license-create`)).toBeTruthy();
    expect(JSON.parse(code('Request body') ?? '')).toEqual({
      reseller_id: RESELLER_ID,
      email: 'customer@example.com',
      business_name: expect.stringContaining('optional'),
      license_type: 'standard',
    });
    expect(JSON.parse(code('Response') ?? '')).toEqual({
      license_key: expect.any(String),
      status: 'created',
    });
  });

  it('shows a new secret once, and later only its last characters [R-licenses.17]', async () => {
    const createdAt = '2026-11-22T00:00:00.000Z';
    let isSet = false;
    const { user } = await openTab('Webhook API', {
      'GET /api/resellers/licenses/webhook-secret': () =>
        ok(isSet ? { isSet, hint: 'once', createdAt } : { isSet, hint: null, createdAt: null }),
      'POST /api/resellers/licenses/webhook-secret': () => {
        isSet = true;
        return { status: 201, body: { secret: 'whsec_only_once', createdAt } };
      },
    });
    await user.click(screen.getByRole('button', { name: 'Create secret' }));
    await user.click(await screen.findByRole('button', { name: 'Show secret' }));
    expect(screen.getByText('whsec_only_once')).toBeTruthy();
    expect(screen.getByText('Copy it now: it is shown this once.')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await screen.findByRole('heading', { level: 1, name: 'Orders' });
    await user.click(screen.getByRole('link', { name: 'Sales Page' }));
    await user.click(await screen.findByRole('tab', { name: 'Webhook API' }));
    expect(await screen.findByText(/Yours ends in once, created/)).toBeTruthy();
    expect(screen.queryByText('whsec_only_once')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show secret' })).toBeNull();
  });

  it('creates no secret while the current one cannot be read, and asks before it replaces one', async () => {
    let isAway = true;
    const { user, api } = await openTab('Webhook API', {
      'GET /api/resellers/licenses/webhook-secret': () =>
        isAway
          ? failing(503, 'Away for a moment')
          : ok({ isSet: true, hint: '9xQ2', createdAt: '2026-11-22T00:00:00.000Z' }),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create secret' }).disabled).toBe(true);
    isAway = false;
    await user.click(retry);
    await user.click(await screen.findByRole('button', { name: 'Create a new secret' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create a new secret?' });
    expect(dialog.textContent).toContain('ending in 9xQ2 stops working at once');
    expect(callsOf(api.calls, 'POST /api/resellers/licenses/webhook-secret')).toEqual([]);
  });
});
