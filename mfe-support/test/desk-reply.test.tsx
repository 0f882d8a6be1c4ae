import { describe, expect, it } from '@jest/globals';
import type { DeskTicket, TicketResponse } from '@leadping/contracts/support/ticket';
import { defineRemote } from '@leadping/web-kit/remote';
import { setSessionUser } from '@leadping/web-kit/session/session';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failing, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { TicketDialog } from '../src/features/desk/ticket-dialog.tsx';
import { aResponse, aTicket, many, openDesk, PATH, rowOf, served } from './desk.ts';

/** As a link of the dashboard's menu does. */
const visit = (path: string) =>
  act(() => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

/** The dialog of the first ticket alone, without the desk behind it. */
const ALONE = defineRemote({
  name: 'mfe-support',
  table: [{ path: '/admin/tickets', page: 'dialog' }],
  pages: {
    dialog: async () => ({
      default: () => (
        <UiProvider>
          <TicketDialog
            address={{ ticket: aTicket(1).id, order: undefined }}
            isReplyWanted
            changing={undefined}
            onStatus={() => undefined}
            onGo={() => undefined}
          />
        </UiProvider>
      ),
    }),
  },
});

describe('a reply', () => {
  async function openAlone(replies: Replies) {
    const page = await openPage(ALONE, '/admin/tickets', replies);
    const dialog = within(await screen.findByRole('dialog', { name: 'Question 1' }));
    return { ...page, dialog, field: await dialog.findByRole('textbox', { name: 'Your reply' }) };
  }
  async function openReply(replies: Replies) {
    const page = await openDesk(replies);
    await page.user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Question 1' }));
    return { ...page, dialog, field: await dialog.findByRole('textbox', { name: 'Your reply' }) };
  }
  const answers = ({ api }: Awaited<ReturnType<typeof openAlone>>) =>
    api.calls
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => ({ message: (body as { message: string }).message }));
  /** The reply to the first of the tickets is on its way until `arrive` is called. */
  const slowReply = (tickets: DeskTicket[]) => {
    let arrive = () => {};
    const isLate = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const route = `POST ${PATH}/${aTicket(1).id}/responses`;
    const late: Replies[string] = async ({ body }) => {
      await isLate;
      return { status: 201, body: aResponse(body as { message: string }) };
    };
    return { replies: { ...served(tickets), [route]: late }, arrive };
  };
  /** Sends a reply, and closes its dialog while it is on its way. */
  const sendAndClose = async (tickets: DeskTicket[]) => {
    const { replies, arrive } = slowReply(tickets);
    const page = await openReply(replies);
    await page.user.type(page.field, 'Quick{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers(page)).toHaveLength(1));
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return { page, arrive };
  };
  const closeDialog = async ({ user }: Awaited<ReturnType<typeof openReply>>) => {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const reopen = async ({ user }: Awaited<ReturnType<typeof openReply>>, subject: string) => {
    await user.click((await rowOf(subject)).getByRole('button', { name: 'Reply' }));
    const dialog = within(await screen.findByRole('dialog', { name: subject }));
    return { dialog, field: await dialog.findByRole('textbox', { name: 'Your reply' }) };
  };
  const isSending = ({ dialog }: Awaited<ReturnType<typeof reopen>>) =>
    dialog.getByRole('button', { name: /Send Response/ }).classList.contains('ant-btn-loading');

  it('is sent once, confirmed, and then shown in the conversation [S2.63] [S8.32] [S1.02]', async () => {
    const page = await openAlone(served([aTicket(1)]));
    expect(page.dialog.getByText('What about 1?')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(page.field));
    await page.user.type(page.field, 'Try the newest version.');
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Response sent successfully', description: 'Customer has been notified', tone: 'success' },
      ]),
    );
    expect(answers(page)).toEqual([{ message: 'Try the newest version.' }]);
    const conversation = within(page.dialog.getByRole('list', { name: 'Conversation' }));
    await conversation.findByText('Try the newest version.');
    const next = await page.dialog.findByRole('textbox', { name: 'Your reply' });
    expect(next).toHaveProperty('value', '');
    expect(document.activeElement).toBe(next);
    expect(sessionStorage).toHaveLength(0);
  });

  it('shows that a colleague replied in the meantime, and is sent with the time of that reply', async () => {
    const ticket = aTicket(1);
    const responses: TicketResponse[] = [];
    const page = await openAlone(served([ticket], responses));
    act(() =>
      setSessionUser(page.queryClient, {
        id: 'ada-1',
        username: 'ada',
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Byron',
        role: 'support',
        resellerId: null,
        emailVerified: true,
        mustChangePassword: false,
        createdAt: '2026-01-01T00:00:00.000Z',
      }),
    );
    await page.user.type(page.field, 'Try again.');
    expect(page.dialog.queryByText(/replied/)).toBeNull();
    const createdAt = new Date(Date.now() - 20_000).toISOString();
    responses.push(aResponse({ createdAt }), aResponse({ id: 'own', respondedBy: { username: 'ada' } }));
    ticket.updatedAt = createdAt;
    await act(() => page.queryClient.invalidateQueries({ queryKey: [`${PATH}/${ticket.id}`] }));
    await page.dialog.findByText(/^sam replied 2\d s ago$/);
    expect(page.field).toHaveProperty('value', 'Try again.');
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() => expect(answers(page)).toHaveLength(1));
    expect(page.api.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ seenAt: createdAt });
    await waitFor(() => expect(page.dialog.queryByText(/replied/)).toBeNull());
  });

  it('keeps its text, shows the reason and reloads the ticket if the server refuses it because of an unseen reply', async () => {
    const message = 'sam replied 3 s ago. Read the reply first.';
    const route = `POST ${PATH}/${aTicket(1).id}/responses`;
    const page = await openAlone({ ...served([aTicket(1)]), [route]: failing(409, message, 'CONFLICT') });
    const readsOf = () => page.api.calls.filter(({ path }) => path === `${PATH}/${aTicket(1).id}`).length;
    await page.user.type(page.field, 'Try again.');
    const before = readsOf();
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() => expect(page.toasts.at(-1)).toMatchObject({ description: message }));
    await waitFor(() => expect(readsOf()).toBeGreaterThan(before));
    expect(page.field).toHaveProperty('value', 'Try again.');
  });

  it('is sent by Ctrl + Enter, but not if it is blank [S5.13]', async () => {
    const page = await openAlone(served([aTicket(1)]));
    const send = page.dialog.getByRole<HTMLButtonElement>('button', { name: 'Send Response' });
    expect(send.disabled).toBe(true);
    await page.user.type(page.field, '  {Enter} ');
    expect(send.disabled).toBe(true);
    await page.user.type(page.field, '{Control>}{Enter}{/Control}');
    expect(answers(page)).toEqual([]);
    await page.user.clear(page.field);
    await page.user.type(page.field, 'Quick');
    expect(send.disabled).toBe(false);
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers(page)).toEqual([{ message: 'Quick' }]));
  });

  it('is marked at its field and not sent if it is longer than the contract allows', async () => {
    const page = await openAlone(served([aTicket(1)]));
    const longest = 10_000;
    await waitFor(() => expect(page.field).toHaveProperty('maxLength', longest));
    // As a script or an extension writes, past what the field itself allows.
    fireEvent.change(page.field, { target: { value: 'x'.repeat(longest + 1) } });
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() => expect(page.field.getAttribute('aria-invalid')).toBe('true'));
    expect(answers(page)).toEqual([]);
  });

  it('keeps its text if it fails, and the reason is shown [S8.08]', async () => {
    const page = await openAlone({
      ...served([aTicket(1)]),
      [`POST ${PATH}/${aTicket(1).id}/responses`]: failing(409, 'This ticket is closed.'),
    });
    await page.user.type(page.field, 'Hello');
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Failed to send response', description: 'This ticket is closed.', tone: 'destructive' },
      ]),
    );
    expect(page.field).toHaveProperty('value', 'Hello');
  });

  it('is no longer a draft if it arrives after its dialog was closed', async () => {
    const { page, arrive } = await sendAndClose([aTicket(1)]);
    arrive();
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Response sent successfully' }]));
    await page.user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', '');
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not sent twice if its dialog is opened again before it arrives', async () => {
    const { page, arrive } = await sendAndClose([aTicket(1)]);
    await page.user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    const again = await screen.findByRole('textbox', { name: 'Your reply' });
    await page.user.type(again, '{Control>}{Enter}{/Control}');
    arrive();
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', ''),
    );
    expect(answers(page)).toEqual([{ message: 'Quick' }]);
  });

  it('is not sent twice if a reply to another ticket is sent before it arrives', async () => {
    const { replies, arrive } = slowReply(many(2));
    const page = await openReply(replies);
    await page.user.type(page.field, 'Quick{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers(page)).toHaveLength(1));
    await closeDialog(page);
    const other = await reopen(page, 'Question 2');
    await page.user.type(other.field, 'Other{Control>}{Enter}{/Control}');
    await waitFor(() => expect(page.toasts).toHaveLength(1));
    await closeDialog(page);
    const again = await reopen(page, 'Question 1');
    expect(again.field).toHaveProperty('value', 'Quick');
    expect(isSending(again)).toBe(true);
    await page.user.type(again.field, '{Control>}{Enter}{/Control}');
    arrive();
    await waitFor(() => expect(page.toasts).toHaveLength(2));
    await waitFor(() =>
      expect(again.dialog.getByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', ''),
    );
    expect(answers(page)).toEqual([{ message: 'Quick' }, { message: 'Other' }]);
  });

  it('is not sent twice after a visit to another page, and is no draft once it arrived', async () => {
    const { replies, arrive } = slowReply([aTicket(1)]);
    const page = await openReply(replies);
    await page.user.type(page.field, 'Quick{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers(page)).toHaveLength(1));
    await closeDialog(page);
    visit('/admin/orders');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Tickets' })).toBeNull());
    visit('/admin/tickets');
    const again = await reopen(page, 'Question 1');
    expect(again.field).toHaveProperty('value', 'Quick');
    expect(isSending(again)).toBe(true);
    await page.user.type(again.field, '{Control>}{Enter}{/Control}');
    arrive();
    await waitFor(() => expect(page.toasts).toHaveLength(1));
    const next = await again.dialog.findByRole('textbox', { name: 'Your reply' });
    await waitFor(() => expect(next).toHaveProperty('value', ''));
    expect(document.activeElement).toBe(next);
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(sessionStorage).toHaveLength(0);
    await page.user.keyboard('x');
    expect(Object.values(sessionStorage)).toEqual(['x']);
    expect(answers(page)).toEqual([{ message: 'Quick' }]);
  });

  it('is kept as a draft of its ticket through a reload if it was not sent, and is not shown in other tickets', async () => {
    const page = await openReply(served(many(2)));
    await page.user.type(page.field, 'Half a though');
    await page.user.click(page.dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await page.user.click((await rowOf('Question 2')).getByRole('button', { name: 'Reply' }));
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', '');
    page.unmount();
    await openDesk(served(many(2)), `?ticket=${aTicket(1).id}`);
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveProperty(
      'value',
      'Half a though',
    );
  });

  it('causes a question before the tab is closed if it was not sent', async () => {
    const page = await openAlone(served([aTicket(1)]));
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaves()).toBe(true);
    await page.user.type(page.field, 'Half');
    expect(leaves()).toBe(false);
    await page.user.clear(page.field);
    expect(leaves()).toBe(true);
  });

  it('is not offered in the list for a closed ticket', async () => {
    await openDesk(served([aTicket(1, { status: 'closed' })]));
    expect((await rowOf('Question 1')).queryByRole('button', { name: 'Reply' })).toBeNull();
  });
});
