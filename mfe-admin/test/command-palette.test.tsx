import { describe, expect, it } from '@jest/globals';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { screen, waitFor } from '@testing-library/react';
import remote from '../src/remote.tsx';
import { failing, signedIn } from './people.ts';
import { held } from '@leadping/test-kit/web/held';
import { anOrder, LONG } from './an-order.ts';

describe('the command palette', () => {
  const NOTHING: Replies = {
    'GET /api/admin/orders': ok([]),
    'GET /api/admin/licenses': ok([]),
    'GET /api/admin/resellers': ok([]),
    'GET /api/admin/support-tickets': ok([]),
  };
  const openPalette = async (replies: Replies) => {
    const page = await openPage(remote, '/admin/failures', { ...signedIn(), ...NOTHING, ...replies });
    await screen.findByRole('navigation', { name: 'Dashboard' });
    await page.user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: 'Search pages and records' });
    return { ...page, box };
  };
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('opens a page by the keyboard alone', async () => {
    const { user, box } = await openPalette({});
    await user.type(box, 'privacy{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/admin/privacy'));
  });

  it('finds an order by its customer, shows a long email in full, and opens the order', async () => {
    const { user, box } = await openPalette({
      'GET /api/admin/orders': ok([anOrder({ customerEmail: `${LONG}@example.com` })]),
    });
    await user.type(box, 'zzann');
    await waitFor(() => expect(options()).toEqual([`${LONG}@example.com$79.00, completed`]));
    await user.type(box, '{Enter}');
    await waitFor(() => expect(location.search).toBe('?order=order-1'));
  });

  it('shows that a search is running, and later that nothing was found', async () => {
    const slow = held(ok([]));
    const { user, box } = await openPalette({ 'GET /api/admin/orders': slow.reply });
    await user.type(box, 'zznobody');
    await screen.findByText('Searching');
    slow.release();
    await screen.findByText('Nothing found.');
  });

  it('shows the records of working services and names the record types that are unavailable', async () => {
    const down = failing(503, 'Later.');
    const { user, box } = await openPalette({
      'GET /api/admin/orders': ok([anOrder()]),
      'GET /api/admin/licenses': down,
      'GET /api/admin/support-tickets': down,
    });
    await user.type(box, 'zzann');
    await waitFor(() => expect(options()).toEqual(['ann@example.com$79.00, completed']));
    await screen.findByText(/^(Licenses and Tickets|Tickets and Licenses) are unavailable right now\.$/);
  });

  it('shows the records found so far while another service has not replied', async () => {
    const silent = held(ok([]));
    const { user, box } = await openPalette({
      'GET /api/admin/orders': ok([anOrder()]),
      'GET /api/admin/licenses': silent.reply,
    });
    await user.type(box, 'zzann');
    const found = ['ann@example.com$79.00, completed'];
    await waitFor(() => expect(options()).toEqual(found));
    expect(screen.getByText('Searching')).toBeTruthy();
    silent.release();
    await waitFor(() => expect(screen.queryByText('Searching')).toBeNull());
    expect(options()).toEqual(found);
  });

  it('reports that no records are available, and still opens pages', async () => {
    const down = failing(503, 'Later.');
    const { user, box } = await openPalette(
      Object.fromEntries(Object.keys(NOTHING).map((call) => [call, down])),
    );
    await user.type(box, 'audit');
    await screen.findByText('Records are unavailable right now. Pages still open.');
    await user.type(box, '{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/admin/audit-log'));
  });
});
