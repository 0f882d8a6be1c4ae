import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { aTicket, HOUR, many, openDesk, PATH, served, toRead } from './desk.ts';

describe('the customer beside a ticket', () => {
  const at = new Date(Date.now() - 2 * HOUR).toISOString();
  const seller = { resellerId: null, businessName: 'Leadping' };
  const order = {
    id: 'order-1',
    customerEmail: 'ann@example.com',
    amount: '79.00',
    currency: 'USD' as const,
    status: 'completed' as const,
    createdAt: at,
    productType: 'main_product',
    isTest: false,
    emailProblem: null,
    seller,
  };
  const license = {
    id: 'license-1',
    maskedKey: 'ABCD-…-WXYZ',
    status: 'suspended' as const,
    isTest: false,
    seller,
    orderId: 'order-1',
    mail: { state: 'failed' as const, error: 'Inactive' },
    createdAt: at,
    devices: [{ deviceId: 'd1', deviceName: 'Chrome on Windows', activatedAt: at, lastUsedAt: at }],
  };
  const mail = {
    id: 'm1',
    title: 'License key',
    state: 'failed' as const,
    error: 'Inactive',
    at,
    orderId: null,
  };
  const partOf = (name: string) => `GET ${PATH}/${aTicket(1).id}/${name}`;
  const whole = (): Replies => ({
    ...served(many(2)),
    [partOf('orders')]: ok([order]),
    [partOf('licenses')]: ok([license]),
    [partOf('mails')]: ok([mail]),
    [partOf('other-tickets')]: ok([{ ...aTicket(2), status: 'closed' }]),
    [partOf('orders/order-1/timeline')]: ok({
      order,
      entries: [
        {
          at,
          service: 'svc-commerce',
          kind: 'payment',
          title: 'Payment received',
          detail: '$79',
          state: 'ok',
          traceId: null,
          subjectId: 'order-1',
          action: null,
        },
      ],
      missing: ['svc-support'],
    }),
  });
  const openCustomer = async (replies: Replies) => {
    const page = await openDesk(replies, `?ticket=${aTicket(1).id}`);
    const customer = within(await screen.findByRole('complementary', { name: 'Customer' }));
    return {
      ...page,
      customer,
      part: async (name: RegExp) => within(await customer.findByRole('region', { name })),
    };
  };

  it('has orders, licenses with devices, emails with their state, and other tickets that can be opened', async () => {
    const { part, user } = await openCustomer(whole());
    expect(await (await part(/^Orders/)).findByText('Completed')).toBeTruthy();
    const licenses = await part(/^Licenses/);
    for (const text of ['ABCD-…-WXYZ', 'Suspended', 'Key email failed', '1 device', 'Chrome on Windows'])
      expect(await licenses.findByText(text)).toBeTruthy();
    const mails = await part(/^Emails/);
    for (const text of ['License key', 'Failed', 'Inactive'])
      expect(await mails.findByText(text)).toBeTruthy();
    await user.click(await (await part(/^Other tickets/)).findByRole('button', { name: 'Question 2' }));
    await screen.findByRole('dialog', { name: 'Question 2' });
    expect(toRead(location.search).get('ticket')).toBe(aTicket(2).id);
  });

  it.each([
    ['refused', 'Email refused'],
    ['undelivered', 'Key not delivered'],
  ] as const)('shows for an order whose key email is %s: %s', async (emailProblem, text) => {
    const { part } = await openCustomer({ ...whole(), [partOf('orders')]: ok([{ ...order, emailProblem }]) });
    await (await part(/^Orders/)).findByText(text);
  });

  it('opens the timeline of an order beside the conversation, and returns from it', async () => {
    const { part, customer, user, toasts } = await openCustomer(whole());
    await user.click(await (await part(/^Licenses/)).findByRole('button', { name: 'Order timeline' }));
    await customer.findByText('Payment received');
    expect(customer.getByText(/The emails did not load/)).toBeTruthy();
    expect(toRead(location.search).get('order')).toBe('order-1');
    expect(screen.getByText('What about 1?')).toBeTruthy();
    const back = customer.getByRole('button', { name: 'Back to the customer' });
    expect(document.activeElement).toBe(back);
    // In the words of the dashboard around the desk.
    await user.click(customer.getByRole('button', { name: /^Copy/ }));
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Copied to clipboard' }));
    await user.click(back);
    await part(/^Orders/);
  });

  it('shows and requests no data for an unconfirmed address, and explains what to do', async () => {
    const { customer, api } = await openCustomer({
      ...whole(),
      ...served([aTicket(1, { isAddressConfirmed: false }), aTicket(2)]),
    });
    expect(await customer.findByRole('heading', { name: 'Address not confirmed' })).toBeTruthy();
    expect(customer.getByText(/Every reply you send carries that link/)).toBeTruthy();
    expect(customer.queryByRole('region')).toBeNull();
    const asked = api.calls.map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith(`${PATH}/${aTicket(1).id}/`))).toEqual([]);
    expect(screen.getByRole('textbox', { name: 'Your reply' })).toBeTruthy();
  });

  it('shows a message in each part without entries', async () => {
    const { customer } = await openCustomer(served(many(1)));
    for (const text of [
      'No orders for this address.',
      'No licenses for this address.',
      'No emails to this address.',
      'No other tickets.',
    ])
      await customer.findByText(text);
  });

  it.each([
    ['orders', /^Orders/],
    ['licenses', /^Licenses/],
    ['mails', /^Emails/],
    ['other-tickets', /^Other tickets/],
  ])('shows an error with a retry in the part %s only, if only that part fails', async (name, heading) => {
    let isDown = true;
    const replies = whole();
    const reply = replies[partOf(name)]!;
    const { customer, part, user } = await openCustomer({
      ...replies,
      [partOf(name)]: (call) => {
        if (isDown) return failing(503, 'Not now.');
        return typeof reply === 'function' ? reply(call) : reply;
      },
    });
    const failed = await part(heading);
    expect((await failed.findByRole('alert')).textContent).toContain("We couldn't load");
    await waitFor(() => expect(customer.getAllByRole('list').length).toBeGreaterThanOrEqual(3));
    expect(customer.getAllByRole('alert')).toHaveLength(1);
    isDown = false;
    await user.click(failed.getByRole('button', { name: 'Try again' }));
    await failed.findAllByRole('list');
    expect(customer.queryByRole('alert')).toBeNull();
  });
});
