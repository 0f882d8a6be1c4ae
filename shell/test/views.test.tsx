import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Role } from '@leadping/contracts/actor';
import { setSessionUser } from '@leadping/web-kit/session/session';
import { useShell } from '@leadping/web-kit/shell';
import { act, fireEvent, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { entryOf, exportsOf, INTEGRITY, openShell, page, releaseOf, userOf } from './open-shell.tsx';

const HOST = entryOf('mfe-host', '1.0.0');
const GUEST = entryOf('mfe-guest', '1.0.0');
const MAIL = { slot: 'dash', slug: 'mail', label: 'Mail', roles: ['admin' as const] };
const RELEASE = releaseOf({
  'mfe-host': { routes: ['/dash'] },
  'mfe-guest': { routes: ['/guest'], views: [MAIL, { ...MAIL, slot: 'elsewhere', slug: 'news' }] },
});

/** A dashboard that knows nothing of its guests. */
function Dashboard() {
  const views = useShell().views?.('dash') ?? [];
  const [open, setOpen] = useState<string>();
  const View = views.find(({ slug }) => slug === open)?.view;
  return (
    <main>
      <h1>Dashboard</h1>
      {views.map(({ slug, label }) => (
        <button key={slug} type="button" onClick={() => setOpen(slug)}>
          {label}
        </button>
      ))}
      <button type="button" onClick={() => setOpen(undefined)}>
        Own tab
      </button>
      {View ? <View /> : <p>Our own</p>}
    </main>
  );
}

type Files = NonNullable<Parameters<typeof openShell>[2]>;

const host = exportsOf('mfe-host', [page('/dash', Dashboard)]);
const withViews = (views: unknown) => ({
  exports: { ...exportsOf('mfe-guest', [page('/guest', () => <main>Guest</main>)]).exports, views },
});
const showing = (View: ComponentType) =>
  withViews([{ ...MAIL, page: 'mail', load: () => Promise.resolve({ default: View }) }]);
const letters = showing(() => <p>Three letters</p>);

async function openDashboard(guest: Files[string], role: Role = 'admin') {
  const view = openShell('/dash', RELEASE, { [HOST]: [host], [GUEST]: guest });
  act(() => setSessionUser(view.shell.queryClient, userOf(role)));
  await screen.findByText('Our own');
  return view;
}
const openMail = () => fireEvent.click(screen.getByRole('button', { name: 'Mail' }));
const down = () => screen.findByRole('heading', { name: 'Mail did not load' });

afterEach(() => {
  jest.useRealTimers();
});

describe('a view of another remote', () => {
  it('is offered only in its slot, and opening it loads its remote with its hash', async () => {
    const { loads } = await openDashboard([letters]);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Mail', 'Own tab']);
    expect(loads.map(({ src }) => src)).toEqual([HOST]);
    openMail();
    await screen.findByText('Three letters');
    expect(loads.at(-1)).toEqual({ src: GUEST, integrity: INTEGRITY });
  });

  it('keeps typed text when its host rerenders', async () => {
    const { shell } = await openDashboard([showing(() => <input aria-label="Text" />)]);
    openMail();
    fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'typed' } });
    act(() => setSessionUser(shell.queryClient, { ...userOf('admin'), firstName: 'Ann' }));
    fireEvent.click(screen.getByRole('button', { name: 'Mail' }));
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('typed');
  });

  it('is denied to roles that it does not name', async () => {
    await openDashboard([letters], 'support');
    openMail();
    await screen.findByRole('heading', { name: 'Access denied' });
    expect(screen.queryByText('Three letters')).toBeNull();
  });
});

describe('a view whose remote is down', () => {
  it('shows a notice in its place, reports the error, and leaves the rest of the page usable', async () => {
    const { reportError } = await openDashboard(['missing']);
    openMail();
    await down();
    expect(reportError.mock.calls.map(([, app]) => app)).toEqual([{ name: 'mfe-guest', version: '1.0.0' }]);
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Own tab' }));
    expect(screen.getByText('Our own')).toBeTruthy();
  });

  it('recovers with "Try again"', async () => {
    await openDashboard(['missing', 'missing', letters]);
    openMail();
    await down();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Three letters');
  });

  it('times out after two attempts of ten seconds if it hangs', async () => {
    await openDashboard(['hangs']);
    jest.useFakeTimers();
    openMail();
    await act(() => jest.advanceTimersByTimeAsync(19_999));
    expect(screen.queryByRole('heading', { name: 'Mail did not load' })).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2));
    expect(screen.getByRole('heading', { name: 'Mail did not load' })).toBeTruthy();
  });

  it('removes only itself if it throws', async () => {
    const { reportError } = await openDashboard([
      showing(() => {
        throw new Error('cannot draw');
      }),
    ]);
    openMail();
    await down();
    expect(reportError.mock.calls[0]).toEqual([
      expect.objectContaining({ message: 'cannot draw' }),
      { name: 'mfe-guest', version: '1.0.0' },
    ]);
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  });
});

describe('views of other versions', () => {
  const load = () => Promise.resolve({ default: () => null });
  it.each([
    ['views that are no list', { mail: 1 }],
    ['a view without a place', [{ load, roles: [] }]],
    ['a view without a page', [{ ...MAIL }]],
    ['a view without roles', [{ ...MAIL, roles: undefined, load }]],
  ])('are rejected before anything is shown: %s', async (_, views) => {
    const { reportError } = await openDashboard([withViews(views)]);
    openMail();
    await down();
    expect(String(reportError.mock.calls[0]?.[0])).toContain('mfe-guest was refused');
  });

  it('are optional in remotes and documents from before views existed', async () => {
    const { views: _, ...before } = letters.exports;
    const old = releaseOf({ 'mfe-guest': { routes: ['/guest'] }, 'mfe-host': { routes: ['/dash'] } });
    openShell('/guest', old, { [GUEST]: [{ exports: before }], [HOST]: [host] });
    await screen.findByText('Guest');
  });

  it('are shown as down if the loaded remote no longer has them', async () => {
    await openDashboard([withViews([])]);
    openMail();
    await down();
  });
});
