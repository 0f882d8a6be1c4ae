import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failing, type ReceivedCall } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { GUIDE_TOPICS } from '@leadping/guides/lists/documentation';
import { GUIDE_SLUGS } from '@leadping/guides/lists/slugs';
import { CATEGORY_NAMES, PRIORITY_NAMES } from '../src/features/contact/ticket-draft.ts';
import remote from '../src/remote.tsx';
import { LOST, loseConnection } from './lost-connection.ts';

const CREATED = { 'POST /api/support': { status: 201, body: { ticketNumber: 'TKT-7Q2M' } } };
const tab = (name: string) => screen.getByRole('tab', { name });

async function openContact(replies = {}) {
  const page = await openPage(remote, '/support', replies);
  await page.user.click(tab('Contact Support'));
  await screen.findByRole('form', { name: 'Contact Support' });
  return page;
}

async function fill(user: Awaited<ReturnType<typeof openContact>>['user'], fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await user.type(screen.getByRole('textbox', { name: label }), text);
  }
}

const REQUIRED = {
  Name: 'Ann',
  Email: 'ann@example.com',
  Subject: 'No Ping',
  Message: 'The button is gone.',
};
afterEach(() => {
  jest.useRealTimers();
});

const submit = () => screen.getByRole('button', { name: 'Create ticket' });

describe('the support center', () => {
  it('opens on the documentation with contact as the second tab, claims a reply within 24 hours, marks the GoHighLevel guide Popular and the Zapier guide New, and links every guide of the route table once [P1.25] [P2.11] [P2.105] [P2.106] [P2.109] [P2.110] [P2.111]', async () => {
    await openPage(remote, '/support');
    expect(tab('Documentation').getAttribute('aria-selected')).toBe('true');
    expect(tab('Contact Support').getAttribute('aria-selected')).toBe('false');
    expect(screen.getByText(/the Leadping team replies within 24 hours/i)).toBeTruthy();
    const popular = within(screen.getByRole('list', { name: 'Popular guides' }));
    expect(popular.getByRole('link', { name: /GoHighLevel/ }).textContent).toContain('Popular');
    expect(popular.getByRole('link', { name: /Zapier/ }).textContent).toContain('New');
    expect(GUIDE_SLUGS.length).toBeGreaterThanOrEqual(19);
    const listed = GUIDE_TOPICS.flatMap(({ name, guides }) => {
      const links = within(screen.getByRole('region', { name })).getAllByRole('link');
      expect(links.map(({ textContent }) => textContent)).toEqual(guides.map(({ title }) => title));
      return links.map((link) => link.getAttribute('href'));
    });
    expect(listed).toEqual(GUIDE_SLUGS.map((slug) => `/docs/${slug}`));
  });

  it('filters the guides by title regardless of case, and hides empty categories [P2.107] [P2.108]', async () => {
    const { user } = await openPage(remote, '/support');
    await user.type(screen.getByRole('searchbox'), 'ZAP');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Zapier' })).toBeTruthy();
    expect(main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Integrations',
    ]);
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(screen.getByRole('status').textContent).toMatch(/no guide/i);
    // Titles alone: this is a word of many guides, and of no title.
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'Inbound');
    expect(screen.getByRole('status').textContent).toMatch(/no guide/i);
  });

  it('keeps the search in the address and in the field after a change of tab and a reload', async () => {
    const { user, unmount } = await openPage(remote, '/support?ref=mail');
    const box = () => screen.getByRole<HTMLInputElement>('searchbox');
    const steps = history.length;
    await user.type(box(), 'zap');
    await waitFor(() => expect(location.search).toBe('?ref=mail&q=zap'));
    expect(document.activeElement).toBe(box());
    expect(history).toHaveLength(steps);
    await user.click(tab('Contact Support'));
    expect(location.search).toBe('?ref=mail&q=zap&tab=contact');
    await user.click(tab('Documentation'));
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('zap');
    unmount();
    await openPage(remote, `/support${location.search}`);
    expect(box().value).toBe('zap');
  });

  it('keeps a search in the address if the tab is changed before the page has rendered it', async () => {
    await openPage(remote, '/support');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'Date'] });
    try {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zap' } });
      act(() => {
        jest.advanceTimersByTime(250);
        tab('Contact Support').click();
      });
    } finally {
      jest.useRealTimers();
    }
    expect(location.search).toBe('?q=zap&tab=contact');
  });
});

describe('the ticket form', () => {
  it('has all fields, an email field of type email, and an example in the key field [P2.112] [P5.02] [P3.13]', async () => {
    await openContact();
    for (const label of [/^Name/, /^Email$/, /^License key/, /^Subject/, /^Message/]) {
      expect(screen.getByRole('textbox', { name: label })).toBeTruthy();
    }
    expect(screen.getByRole('combobox', { name: /^Category/ })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: /^Priority/ })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: /^Email$/ }).getAttribute('type')).toBe('email');
    expect(screen.getByRole('textbox', { name: /^License key/ }).getAttribute('placeholder')).toMatch(
      /^\w{4}(-\w{4}){7}$/,
    );
  });

  it('requires all required fields, and sends nothing if any one of them is missing [P5.01]', async () => {
    const { user, api, toasts } = await openContact(CREATED);
    await fill(user, REQUIRED);
    for (const [missing, text] of Object.entries(REQUIRED)) {
      const before = toasts.length;
      const field = screen.getByRole('textbox', { name: missing });
      await user.clear(field);
      await user.click(submit());
      await waitFor(() => expect(toasts).toHaveLength(before + 1));
      expect(toasts.at(-1)).toMatchObject({ title: 'Please fill in all required fields' });
      await waitFor(() => expect(document.activeElement).toBe(field));
      await user.type(field, text);
    }
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('sends the key, and the chosen category and priority [P2.112] [P7.27]', async () => {
    const { user, api } = await openContact(CREATED);
    const choose = async (name: RegExp, names: Record<string, string>, chosen: string) => {
      await user.click(screen.getByRole('combobox', { name }));
      for (const each of Object.values(names))
        expect((await screen.findAllByTitle(each)).length).toBeGreaterThan(0);
      await user.click(screen.getByTitle(chosen));
    };
    const licenseKey = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH';
    await fill(user, REQUIRED);
    await user.type(screen.getByRole('textbox', { name: /^License key/ }), licenseKey);
    await choose(/^Category/, CATEGORY_NAMES, 'Payments and refunds');
    await choose(/^Priority/, PRIORITY_NAMES, 'Urgent');
    await user.click(submit());
    await screen.findByRole('heading', { name: 'We have your ticket' });
    expect(api.calls.find(({ path }) => path === '/api/support')?.body).toEqual({
      name: 'Ann',
      email: 'ann@example.com',
      licenseKey,
      subject: 'No Ping',
      message: 'The button is gone.',
      category: 'billing',
      priority: 'urgent',
    });
  });

  it('sends the default category and priority without a key, shows the ticket number, then the path for 10 s, and is empty for the next ticket [P5.03] [P2.113] [P2.114] [P2.115] [P2.116]', async () => {
    const { user, api, toasts } = await openContact(CREATED);
    await fill(user, REQUIRED);
    // Only the timers that the page sets from here on; the reply comes over real HTTP.
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'Date'] });
    fireEvent.click(submit());
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toMatchObject({ title: 'Support ticket created successfully' });
    expect(toasts[0]?.description).toMatch(/TKT-7Q2M.*within 24 hours/);
    expect(api.calls.find(({ path }) => path === '/api/support')?.body).toEqual({
      name: 'Ann',
      email: 'ann@example.com',
      subject: 'No Ping',
      message: 'The button is gone.',
      category: 'other',
      priority: 'normal',
    });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'We have your ticket' }));
    const link = screen.getByRole('link', { name: 'View ticket' });
    expect(link.getAttribute('href')).toBe('/ticket/TKT-7Q2M');
    await act(() => jest.advanceTimersByTimeAsync(1999));
    expect(toasts).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(toasts).toHaveLength(2);
    jest.useRealTimers();
    expect(toasts[1]).toMatchObject({
      duration: 10_000,
      description: expect.stringContaining('/ticket/TKT-7Q2M'),
    });
    await user.click(screen.getByRole('button', { name: 'Create another ticket' }));
    for (const label of [...Object.keys(REQUIRED), /^License key/]) {
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: label }).value).toBe('');
    }
    for (const chosen of ['Something else', 'Normal']) expect(screen.getByTitle(chosen)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  });

  it('keeps the text and shows the reason if the server refuses the ticket [P8.19]', async () => {
    const message = 'email: Enter an email address, such as name@example.com.';
    const replies = [failing(400, message), failing(503, '')];
    const { user, toasts } = await openContact({
      'POST /api/support': () => replies.shift() ?? failing(500, 'Called once more'),
    });
    await fill(user, REQUIRED);
    for (const [nth, description] of [message, 'Failed to create support ticket'].entries()) {
      await user.click(submit());
      await waitFor(() => expect(toasts).toHaveLength(nth + 1));
      expect(toasts.at(-1)).toMatchObject({
        title: 'Error Creating Ticket',
        description,
        tone: 'destructive',
      });
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('No Ping');
    }
  });

  it('keeps the text during a visit to the guides, and is empty once the ticket was sent', async () => {
    const { user } = await openContact(CREATED);
    const form = () => screen.findByRole('form', { name: 'Contact Support' });
    const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value;
    await fill(user, REQUIRED);
    await user.click(tab('Documentation'));
    await user.click(tab('Contact Support'));
    await form();
    expect(message()).toBe(REQUIRED.Message);
    await user.click(submit());
    await screen.findByText('TKT-7Q2M');
    await user.click(tab('Documentation'));
    await user.click(tab('Contact Support'));
    await form();
    expect(message()).toBe('');
  });

  it('sends an idempotency key that stays the same until the ticket was created', async () => {
    const marks: unknown[] = [];
    const { user } = await openContact({
      'POST /api/support': ({ headers }: ReceivedCall) =>
        marks.push(headers['idempotency-key']) === 1
          ? failing(503, 'The service is busy.')
          : CREATED['POST /api/support'],
    });
    await fill(user, REQUIRED);
    await user.click(submit());
    await waitFor(() => expect(marks).toHaveLength(1));
    await user.click(tab('Documentation'));
    await user.click(tab('Contact Support'));
    await screen.findByRole('form', { name: 'Contact Support' });
    await user.click(submit());
    await screen.findByText('TKT-7Q2M');
    await user.click(screen.getByRole('button', { name: 'Create another ticket' }));
    await fill(user, REQUIRED);
    await user.click(submit());
    await waitFor(() => expect(marks).toHaveLength(3));
    const [first, again, another] = marks;
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(another).not.toBe(first);
  });

  it('reports a lost connection in our own words', async () => {
    const { user, toasts } = await openContact();
    await fill(user, REQUIRED);
    await user.type(screen.getByRole('textbox', { name: 'Email of the purchase' }), 'ann@example.com');
    loseConnection();
    await user.click(submit());
    await waitFor(() => expect(toasts).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Send my key again' }));
    await waitFor(() => expect(toasts).toHaveLength(2));
    expect(toasts.map(({ description }) => description)).toEqual([LOST, LOST]);
  });

  it('requests a license key by email, and shows the reply of the server [R-licenses.13]', async () => {
    const { user, api } = await openContact({
      'POST /api/license/resend': {
        status: 202,
        body: { message: 'If there is a license, it is on its way.' },
      },
    });
    await user.type(screen.getByRole('textbox', { name: 'Email of the purchase' }), 'ann@example.com');
    fireEvent.click(screen.getByRole('button', { name: 'Send my key again' }));
    expect(await screen.findByText('If there is a license, it is on its way.')).toBeTruthy();
    expect(api.calls.find(({ path }) => path === '/api/license/resend')?.body).toEqual({
      email: 'ann@example.com',
    });
  });
});
