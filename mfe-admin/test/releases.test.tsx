import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import type { Violation } from '@leadping/contracts/gateway/violation-routes';
import remote from '../src/remote.tsx';
import type { ReleasedApp, VersionHealth } from '../src/features/releases/types.ts';
import { failing, signedIn } from './people.ts';

const CANARY: ReleasedApp = {
  name: 'mfe-support',
  stable: '1.0.0',
  lastGood: '0.9.0',
  canary: { version: '1.1.0', percent: 10, group: 'canary-7' },
  routes: ['/support'],
};

function health(version: string, overrides: Partial<VersionHealth> = {}): VersionHealth {
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const vitals = { LCP: { p75: 1234, samples: 5 } };
  return {
    version,
    channel: 'stable',
    percent: 100,
    loads: 40,
    errors: 2,
    errorRate: 0.05,
    vitals,
    minutes: [{ at: minute, loads: 40, errors: 2, vitals }],
    ...overrides,
  };
}

const VIOLATION: Violation = {
  app: 'mfe-support',
  version: '1.0.0',
  directive: 'require-trusted-types-for',
  blocked: 'trusted-types-sink',
  source: '/assets/mfe-support/1.0.0/main.js',
  page: '/support',
  sink: 'Element innerHTML',
  disposition: 'report',
  count: 1234,
  firstDay: '2026-11-01',
  lastDay: '2026-11-20',
};

function registry(apps: ReleasedApp[] = [CANARY]): Replies {
  return {
    ...signedIn(),
    'GET /api/admin/releases': ok({ revision: 7, apps }),
    'GET /api/admin/releases/status': ok({
      revision: 7,
      apps: apps.map(({ name, stable, canary }) => ({
        name,
        versions: [
          health(stable, { percent: 100 - (canary?.percent ?? 0) }),
          ...(canary
            ? [health(canary.version, { channel: 'canary' as const, percent: canary.percent, minutes: [] })]
            : []),
        ],
      })),
    }),
    'GET /api/admin/releases/violations': ok({ violations: [VIOLATION] }),
    'GET /api/admin/releases/history': ok({
      entries: [
        {
          revision: 7,
          at: new Date().toISOString(),
          by: 'ada',
          action: 'canary',
          apps: ['mfe-support'],
          builds: ['mfe-support@1.0.0', 'mfe-support@1.1.0', 'shell@1.0.0'],
          note: 'carefully',
        },
        {
          revision: 6,
          at: new Date().toISOString(),
          by: 'gateway',
          action: 'automatic-rollback',
          apps: ['mfe-support'],
          builds: ['mfe-support@1.0.0', 'shell@1.0.0'],
          note: 'errors of 12 visitors in 10 networks, 40 page loads',
          evidence: { visitors: 12, networks: 10, loads: 40, messages: ['x is <undefined>'] },
        },
      ],
    }),
  };
}

const openReleases = (replies: Replies = registry()) => openPage(remote, '/admin/releases', replies);

describe('the releases view', () => {
  it('shows each version with its share and the figures of its last hour', async () => {
    await openReleases();
    const table = await screen.findByRole('rowgroup', { name: 'mfe-support' });
    const rowOf = async (version: string) => (await within(table).findByText(version)).closest('tr');
    const [stable, canary] = [await rowOf('1.0.0'), await rowOf('1.1.0')];
    expect(stable?.textContent).toMatch(/1\.0\.0Stable90 %2, 5 %401,234 ms/);
    expect(canary?.textContent).toMatch(/1\.1\.0Canary10 %/);
  });

  it('draws a metric over time, with a description for screen readers', async () => {
    const { user } = await openReleases();
    await user.click(await screen.findByRole('button', { name: 'Show chart of mfe-support' }));
    await screen.findByRole('img', {
      name: /^Error rate of mfe-support in the last hour: 1\.0\.0 \(stable\) last 5 %/,
    });
    await user.click(screen.getByText('LCP', { selector: '[title="LCP"]' }));
    await screen.findByRole('img', {
      name: /^LCP of mfe-support.*1,234 ms, 1\.1\.0 \(canary\) not measured$/,
    });
  });

  it('states that there are no errors in the last hour instead of drawing a flat chart', async () => {
    const calm = { ...CANARY, canary: null };
    const { user } = await openReleases({
      ...registry([calm]),
      'GET /api/admin/releases/status': ok({
        revision: 7,
        apps: [{ name: calm.name, versions: [health('1.0.0', { errors: 0, errorRate: 0 })] }],
      }),
    });
    await screen.findByText('No errors in the last hour.');
    await user.click(screen.getByRole('button', { name: 'Show chart of mfe-support' }));
    expect(screen.getAllByText('No errors in the last hour.')).toHaveLength(2);
    expect(screen.queryByRole('img', { name: /^Error rate/ })).toBeNull();
  });

  it('shows in the history what a revision changed', async () => {
    await openReleases();
    const table = await screen.findByLabelText('History of releases');
    await within(table).findByText('mfe-support@1.1.0');
    expect(within(table).getByText('carefully')).toBeTruthy();
    expect(within(table).queryByText(/shell@/)).toBeNull();
  });

  it('marks the history as busy while older revisions load, and requests them once', async () => {
    let arrive = () => {};
    const isHere = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const entry = {
      at: new Date().toISOString(),
      by: 'ada',
      action: 'publish' as const,
      apps: [],
      builds: [],
    };
    const page = (from: number, length: number) =>
      ok({
        entries: Array.from({ length }, (_, nth) => ({
          ...entry,
          revision: from - nth,
          note: `note ${from - nth}`,
        })),
      });
    const { user, api } = await openReleases({
      ...registry(),
      'GET /api/admin/releases/history': async ({ query }) => {
        if (query.before === undefined) return page(100, Number(query.limit));
        await isHere;
        return page(Number(query.before) - 1, 1);
      },
    });
    await screen.findByText('note 100');
    const table = screen.getByLabelText('History of releases');
    const older = screen.getByRole('button', { name: 'Older' });
    await user.click(older);
    await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('true'));
    expect(older.matches(':disabled')).toBe(true);
    arrive();
    await waitFor(() => expect(screen.queryByText('note 100')).toBeNull());
    expect(table.getAttribute('aria-busy')).toBe('false');
    const asked = api.calls.filter(
      ({ path, query }) => path.endsWith('/history') && query.before !== undefined,
    );
    expect(asked).toHaveLength(1);
  });

  it('does not claim that there were no releases if the history cannot be read', async () => {
    await openReleases({ ...registry(), 'GET /api/admin/releases/history': failing(503, 'Busy.') });
    await screen.findByText("We couldn't load the history");
    expect(screen.queryByText('No releases yet. The first one appears here.')).toBeNull();
  });

  it('shows what browsers blocked on its pages, by version, page and rule', async () => {
    await openReleases();
    const table = await screen.findByLabelText('Blocked by the security policy', {
      selector: '[role=region]',
    });
    const row = (await within(table).findByText('mfe-support@1.0.0')).closest('tr');
    expect(row?.textContent).toMatch(
      /\/supportrequire-trusted-types-for Only reportedElement innerHTML.*main\.js1,234Nov 20, 2026$/,
    );
  });

  it('reloads what browsers blocked each time it is opened', async () => {
    const { user, api } = await openReleases();
    const reads = () => api.calls.filter(({ path }) => path.endsWith('/violations')).length;
    await screen.findByText('mfe-support@1.0.0');
    expect(reads()).toBe(1);
    await user.click(screen.getByRole('link', { name: 'Audit Log' }));
    await screen.findByRole('heading', { level: 1, name: 'Audit Log' });
    await user.click(screen.getByRole('link', { name: 'Releases' }));
    await waitFor(() => expect(reads()).toBe(2));
  });

  it('shows a message if browsers reported nothing', async () => {
    await openReleases({ ...registry(), 'GET /api/admin/releases/violations': ok({ violations: [] }) });
    await screen.findByText('Browsers have reported nothing in the last 30 days.');
  });

  it('shows why a release was rolled back automatically, with the reports of pages as text', async () => {
    const { user } = await openReleases();
    const table = await screen.findByLabelText('History of releases');
    await within(table).findByText('Rolled itself back');
    await user.click(within(table).getByText('What their pages reported'));
    expect(within(table).getByText('x is <undefined>')).toBeTruthy();
    expect(within(table).getAllByText('What their pages reported')).toHaveLength(1);
  });

  it('takes back a canary after a confirmation that names it', async () => {
    const { user, api, toasts } = await openReleases({
      ...registry(),
      'POST /api/admin/releases/rollback': ok({ revision: 8, apps: ['mfe-support'] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Take back 1.1.0' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Take back the canary mfe-support 1.1.0?');
    await user.click(within(dialog).getByRole('button', { name: 'Take back mfe-support 1.1.0' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Rolled back' }]));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      apps: ['mfe-support'],
      revision: 7,
    });
  });

  it('promotes the canaries of one release together', async () => {
    const partner: ReleasedApp = { ...CANARY, name: 'mfe-storefront', routes: ['/'] };
    const { user, api } = await openReleases({
      ...registry([CANARY, partner]),
      'POST /api/admin/releases/promote': ok({ revision: 8, apps: ['mfe-support', 'mfe-storefront'] }),
    });
    await user.click((await screen.findAllByRole('button', { name: 'Promote 1.1.0' }))[0]!);
    const dialog = await screen.findByRole('dialog');
    await user.click(
      within(dialog).getByRole('button', { name: 'Promote mfe-support 1.1.0, mfe-storefront 1.1.0' }),
    );
    await waitFor(() =>
      expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
        apps: ['mfe-support', 'mfe-storefront'],
        revision: 7,
      }),
    );
  });

  it('changes nothing if the confirmation is declined', async () => {
    const { user, api } = await openReleases(registry([{ ...CANARY, canary: null }]));
    await user.click(await screen.findByRole('button', { name: 'Roll back to 0.9.0' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Roll mfe-support 1.0.0 back to 0.9.0?');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('reports that somebody else released first', async () => {
    const { user, toasts } = await openReleases({
      ...registry(),
      'POST /api/admin/releases/promote': failing(409, 'Revision 8 is current.', 'RELEASE_CONFLICT'),
    });
    await user.click(await screen.findByRole('button', { name: 'Promote 1.1.0' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Promote mfe-support 1.1.0' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Failed to promote', description: expect.stringMatching(/^Revision 8 is current\. ./) },
      ]),
    );
  });

  it('changes nothing if another revision was released while the confirmation was open', async () => {
    let current = { revision: 7, apps: [CANARY] };
    const { user, api, toasts, queryClient } = await openReleases({
      ...registry(),
      'GET /api/admin/releases': () => ok(current),
      'POST /api/admin/releases/rollback': ({ body }) =>
        (body as { revision?: number }).revision === current.revision
          ? ok({ revision: 9, apps: ['mfe-support'] })
          : failing(409, 'Somebody released in the meantime: revision 8 is current.', 'RELEASE_CONFLICT'),
    });
    await user.click(await screen.findByRole('button', { name: 'Take back 1.1.0' }));
    const dialog = await screen.findByRole('dialog');
    current = { revision: 8, apps: [{ ...CANARY, canary: null }] };
    await act(() => queryClient.refetchQueries());
    await screen.findByText(/Revision 8\./);
    await user.click(within(dialog).getByRole('button', { name: 'Take back mfe-support 1.1.0' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        {
          title: 'Failed to roll back',
          description:
            'Somebody released in the meantime: revision 8 is current. Nothing was changed. Look at the versions as they are now, then decide again.',
        },
      ]),
    );
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      apps: ['mfe-support'],
      revision: 7,
    });
  });

  it('shows in the history what somebody else has released in the meantime', async () => {
    let revision = 7;
    const entry = {
      at: new Date().toISOString(),
      by: 'ada',
      action: 'publish' as const,
      apps: [],
      builds: [],
    };
    const { queryClient } = await openReleases({
      ...registry(),
      'GET /api/admin/releases': () => ok({ revision, apps: [CANARY] }),
      'GET /api/admin/releases/history': () =>
        ok({ entries: [{ ...entry, revision, note: `the note of ${revision}` }] }),
    });
    await screen.findByText('the note of 7');
    revision = 8;
    await act(() => queryClient.refetchQueries({ queryKey: ['/api/admin/releases'] }));
    await screen.findByText('the note of 8');
  });

  it('reports a lost connection in our own words', async () => {
    const { user, queryClient, toasts } = await openReleases();
    await user.click(await screen.findByRole('button', { name: 'Promote 1.1.0' }));
    const dialog = await screen.findByRole('dialog');
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await user.click(within(dialog).getByRole('button', { name: 'Promote mfe-support 1.1.0' }));
    const lost = 'The connection was lost. Check it and try again.';
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Failed to promote', description: lost }]));
    await act(() => queryClient.refetchQueries());
    await waitFor(() => expect(screen.getAllByText(lost)).toHaveLength(3));
    expect(screen.queryByText('Failed to fetch')).toBeNull();
  });

  it('opens the sign-in page with the current address if the session has ended', async () => {
    const ended = failing(401, 'Any', 'UNAUTHENTICATED');
    const { toasts } = await openReleases({ ...registry(), 'GET /api/admin/releases/status': ended });
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Unauthorized' }]));
    await waitFor(() => expect(location.pathname).toBe('/auth'));
    expect(history.state).toMatchObject({ usr: { from: '/admin/releases' } });
  });

  it('shows how to release if nothing is released', async () => {
    await openReleases(registry([]));
    await screen.findByText(/A team releases with: npm run release/);
  });

  it('shows what failed, and can be retried', async () => {
    let isDown = true;
    const { user } = await openReleases({
      ...registry(),
      'GET /api/admin/releases': () =>
        isDown
          ? failing(503, 'The registry is away.', 'UNAVAILABLE')
          : (registry()['GET /api/admin/releases'] as ReturnType<typeof ok>),
    });
    const alert = (await screen.findByText("We couldn't load the releases")).closest('[role="alert"]');
    expect(alert?.textContent).toContain('The registry is away.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'mfe-support' });
  });
});
