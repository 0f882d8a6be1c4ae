import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
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
      ],
    }),
  };
}

const openReleases = (replies: Replies = registry()) => openPage(remote, '/admin/releases', replies);

describe('the releases view', () => {
  it('shows each version with its share and the figures of its last hour', async () => {
    await openReleases();
    const table = await screen.findByLabelText('Versions of mfe-support');
    const rowOf = async (version: string) => (await within(table).findByText(version)).closest('tr');
    const [stable, canary] = [await rowOf('1.0.0'), await rowOf('1.1.0')];
    expect(stable?.textContent).toMatch(/1\.0\.0Stable90 %25 %401,234 ms/);
    expect(canary?.textContent).toMatch(/1\.1\.0Canary10 %/);
  });

  it('draws a measure over time, and says it for those who do not see it', async () => {
    const { user } = await openReleases();
    await screen.findByRole('img', {
      name: /^Error rate of mfe-support in the last hour: 1\.0\.0 \(stable\) last 5 %/,
    });
    await user.click(screen.getByText('LCP', { selector: '[title="LCP"]' }));
    await screen.findByRole('img', {
      name: /^LCP of mfe-support.*1,234 ms, 1\.1\.0 \(canary\) not measured$/,
    });
  });

  it('shows in the history what a revision brought', async () => {
    await openReleases();
    const table = await screen.findByLabelText('History of releases');
    await within(table).findByText('mfe-support@1.1.0');
    expect(within(table).getByText('carefully')).toBeTruthy();
    expect(within(table).queryByText(/shell@/)).toBeNull();
  });

  it('takes a canary back after naming it', async () => {
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

  it('promotes canaries that went out together, together', async () => {
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

  it('changes nothing when the question is declined', async () => {
    const { user, api } = await openReleases(registry([{ ...CANARY, canary: null }]));
    await user.click(await screen.findByRole('button', { name: 'Roll back to 0.9.0' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Roll mfe-support 1.0.0 back to 0.9.0?');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('tells that somebody else was faster', async () => {
    const { user, toasts } = await openReleases({
      ...registry(),
      'POST /api/admin/releases/promote': failing(409, 'Revision 8 is current.', 'RELEASE_CONFLICT'),
    });
    await user.click(await screen.findByRole('button', { name: 'Promote 1.1.0' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Promote mfe-support 1.1.0' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Failed to promote', description: 'Revision 8 is current.' }]),
    );
  });

  it('says what to do where nothing is released', async () => {
    await openReleases(registry([]));
    await screen.findByText(/A team releases with: npm run release/);
  });

  it('says what failed, and tries again', async () => {
    let isDown = true;
    const { user } = await openReleases({
      ...registry(),
      'GET /api/admin/releases': () =>
        isDown
          ? failing(503, 'The registry is away.', 'UNAVAILABLE')
          : (registry()['GET /api/admin/releases'] as ReturnType<typeof ok>),
    });
    const alert = (await screen.findByText('The releases could not be read')).closest('[role="alert"]');
    expect(alert?.textContent).toContain('The registry is away.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'mfe-support' });
  });
});
