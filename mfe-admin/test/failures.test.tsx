import { describe, expect, it, jest } from '@jest/globals';
import type { FailedDelivery } from '@leadping/contracts/commerce/order-webhook-routes';
import type { DeadLetter } from '@leadping/contracts/dead-letter-routes';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { screen, waitFor, within } from '@testing-library/react';
import remote from '../src/remote.tsx';
import { failing, signedIn } from './people.ts';
import { held } from '@leadping/test-kit/web/held';
import { LONG } from './an-order.ts';

describe('the failures page', () => {
  const DELIVERIES = 'GET /api/admin/failed-deliveries';
  const letters = (name: string) => `GET /api/admin/dead-letters/${name}`;
  const none = ok({ total: 0, deadLetters: [] });
  const delivery = (id: string, overrides: Partial<FailedDelivery> = {}): FailedDelivery => ({
    id,
    orderId: `order-${id}`,
    resellerId: 'r1',
    businessName: 'Acme',
    url: 'https://receiver.example/hook',
    state: 'stopped',
    createdAt: '2026-11-01T10:00:00.000Z',
    nextAttemptAt: null,
    attempts: [{ at: '2026-11-01T10:00:00.000Z', status: 500, error: null, durationMs: 12 }],
    disabledReason: null,
    ...overrides,
  });
  const letter = (id: string): DeadLetter => ({
    id,
    eventId: `event-${id}`,
    consumer: 'on-order-paid',
    subject: `commerce.order.${id}`,
    traceId: null,
    error: 'The database was away',
    attempts: 5,
    at: '2026-11-01T10:00:00.000Z',
  });
  const open = (replies: Replies = {}) =>
    openPage(remote, '/admin/failures', {
      ...signedIn(),
      [DELIVERIES]: ok([]),
      ...Object.fromEntries(
        ['identity', 'commerce', 'licensing', 'support'].map((name) => [letters(name), none]),
      ),
      ...replies,
    });

  it('shows a message in every part without failures', async () => {
    await open();
    await screen.findByText('Every order webhook was delivered.');
    await waitFor(() => expect(screen.getAllByText('Every event was handled.')).toHaveLength(4));
  });

  it('shows a skeleton in a part that loads slowly, while the other parts are shown', async () => {
    const slow = held(none);
    await open({ [letters('licensing')]: slow.reply });
    const panel = await screen.findByRole('region', { name: 'Failed licensing events' });
    await waitFor(() => expect(screen.getAllByText('Every event was handled.')).toHaveLength(3));
    await waitFor(() => expect(panel.querySelector('.ant-skeleton')).not.toBeNull());
    slow.release();
    await within(panel).findByText('Every event was handled.');
  });

  it.each(['identity', 'commerce', 'licensing', 'support'])(
    'shows an error with a retry in the part of %s only, if only that part fails',
    async (name) => {
      let isDown = true;
      const { user } = await open({ [letters(name)]: () => (isDown ? failing(503, 'Later.') : none) });
      const panel = within(await screen.findByRole('region', { name: `Failed ${name} events` }));
      expect((await panel.findByRole('alert')).textContent).toContain('Later.');
      await waitFor(() => expect(screen.getAllByText('Every event was handled.')).toHaveLength(3));
      expect(screen.getAllByRole('alert')).toHaveLength(1);
      isDown = false;
      await user.click(panel.getByRole('button', { name: 'Try again' }));
      await panel.findByText('Every event was handled.');
    },
  );

  it('shows why each webhook failed, long names in full, and long URLs cut but copied in full [R-late.8]', async () => {
    const url = `https://receiver.example/${LONG}`;
    const { user, toasts } = await open({
      [DELIVERIES]: ok([
        delivery('1', { businessName: LONG, url }),
        delivery('2', { disabledReason: 'gone' }),
        delivery('3', {
          attempts: [{ at: '2026-11-01T10:00:00.000Z', status: 401, error: null, durationMs: 1 }],
        }),
        delivery('4', {
          attempts: [{ at: '2026-11-01T10:00:00.000Z', status: null, error: 'timeout', durationMs: 1 }],
        }),
      ]),
    });
    await screen.findByText(LONG);
    expect(screen.getByText(`${url.slice(0, 50)}...`)).toBeTruthy();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    const [copy] = await screen.findAllByRole('button', { name: /^Copy URL of order/ });
    await user.click(copy as HTMLElement);
    expect(write).toHaveBeenCalledWith(url);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Copied to clipboard' }]));
    for (const text of [
      /failed \(status 500\)/,
      /410 Gone/,
      /refused it \(status 401\)/,
      /not reached \(timeout\)/,
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Order order-1' })).getAttribute('href')).toContain(
      'order=order-1',
    );
  });

  it('replays one failure or all selected ones, and reports how many were skipped or failed again', async () => {
    const { user, api, toasts } = await open({
      [DELIVERIES]: ok([delivery('1'), delivery('2')]),
      'POST /api/admin/failed-deliveries/replay': ok({ replayed: 1, skipped: 1 }),
      [letters('commerce')]: ok({ total: 250, deadLetters: [letter('a'), letter('b')] }),
      'POST /api/admin/dead-letters/commerce/replay': ok({
        replayed: 1,
        failed: [{ id: 'b', error: 'Still away' }],
      }),
    });
    const sent = () => api.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await user.click(await screen.findByRole('button', { name: 'Replay webhook of order order-2' }));
    await waitFor(() => expect(sent()).toEqual([{ ids: ['2'] }]));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: '1 webhook is sent again',
        description: '1 skipped: arrived meanwhile, or replayed less than a minute ago.',
      }),
    );
    const panel = within(screen.getByRole('region', { name: 'Failed commerce events' }));
    expect(panel.getByText(/250 in all/)).toBeTruthy();
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Replay selected' }).disabled).toBe(true);
    await user.click(panel.getByRole('checkbox', { name: 'Select all' }));
    await user.click(panel.getByRole('button', { name: 'Replay 2 selected' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: '1 event was handled',
        description: '1 failed again: Still away',
        tone: 'destructive',
      }),
    );
    expect(sent().at(-1)).toEqual({ ids: ['a', 'b'] });
  });

  it('keeps the focus in a list after a replay removes an entry', async () => {
    let rows = [delivery('1'), delivery('2')];
    const { user } = await open({
      [DELIVERIES]: () => ok(rows),
      'POST /api/admin/failed-deliveries/replay': ({ body }) => {
        const { ids } = body as { ids: string[] };
        rows = rows.filter(({ id }) => !ids.includes(id));
        return ok({ replayed: 1, skipped: 0 });
      },
    });
    const panel = await screen.findByRole('region', { name: 'Order webhooks' });
    for (const id of ['1', '2']) {
      await user.click(await screen.findByRole('button', { name: `Replay webhook of order order-${id}` }));
      await waitFor(() => expect(screen.queryByRole('link', { name: `Order order-${id}` })).toBeNull());
      expect(panel.contains(document.activeElement)).toBe(true);
    }
    expect(within(panel).getByText('Every order webhook was delivered.')).toBeTruthy();
  });

  it('shows a hint if there are more webhooks than it lists, and reports a replay that sent nothing', async () => {
    const { user, toasts } = await open({
      [DELIVERIES]: { ...ok([delivery('1')]), headers: { 'x-next-cursor': 'more' } },
      'POST /api/admin/failed-deliveries/replay': ok({ replayed: 0, skipped: 1 }),
    });
    await screen.findByText(/The newest 100 are shown/);
    await user.click(await screen.findByRole('button', { name: 'Replay webhook of order order-1' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'No webhook is sent again', tone: 'neutral' }]),
    );
  });

  it('lets an admin select entries beyond the first hundred, but at most a hundred at a time', async () => {
    const REPLAY = 'POST /api/admin/dead-letters/commerce/replay';
    const { user, api } = await open({
      [letters('commerce')]: ok({
        total: 101,
        deadLetters: Array.from({ length: 101 }, (_, index) => letter(`l${index}`)),
      }),
      [REPLAY]: ok({ replayed: 1, failed: [] }),
    });
    const panel = within(await screen.findByRole('region', { name: 'Failed commerce events' }));
    const last = (await panel.findAllByRole<HTMLInputElement>('checkbox')).at(-1);
    if (!last) throw new Error('no list');
    await user.click(last);
    await user.click(panel.getByRole('button', { name: 'Replay 1 selected' }));
    // The list is read again right after.
    await waitFor(() => expect(api.calls.map(({ body }) => body)).toContainEqual({ ids: ['l100'] }));
    await user.click(panel.getByRole('checkbox', { name: 'Select all' }));
    await panel.findByRole('button', { name: 'Replay 100 selected' });
    expect(last.checked).toBe(false);
    expect(last.disabled).toBe(true);
  });

  it('keeps a webhook in the list if its replay is refused, and shows the reason', async () => {
    const { user, toasts } = await open({
      [DELIVERIES]: ok([delivery('1')]),
      'POST /api/admin/failed-deliveries/replay': failing(403, 'Access denied'),
    });
    await user.click(await screen.findByRole('button', { name: 'Replay webhook of order order-1' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: 'The webhooks were not replayed',
        description: 'Access denied',
        tone: 'destructive',
      }),
    );
    expect(screen.getByRole('link', { name: 'Order order-1' })).toBeTruthy();
  });
});
