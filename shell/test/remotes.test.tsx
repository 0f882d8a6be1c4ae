import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Link } from '@leadping/web-kit/router';
import { act, fireEvent, screen } from '@testing-library/react';
import { entryOf, exportsOf, INTEGRITY, openShell, page, releaseOf } from './open-shell.tsx';

const SHOP = entryOf('mfe-shop', '1.0.0');
const RELEASE = releaseOf({
  'mfe-shop': { routes: ['/', '/broken'] },
  'mfe-help': { routes: ['/support'] },
});
const Shop = () => (
  <main>
    The shop <Link to="/support">Support</Link>
  </main>
);
const shop = exportsOf('mfe-shop', [page('/', Shop)]);
const down = () => screen.findByRole('heading', { name: 'This page did not load' });

afterEach(() => {
  jest.useRealTimers();
});

describe('a page of a remote', () => {
  it('is loaded with the hash of the release and shown', async () => {
    const { loads } = openShell('/', RELEASE, { [SHOP]: [shop] });
    await screen.findByText(/The shop/);
    expect(loads).toEqual([{ src: SHOP, integrity: INTEGRITY }]);
  });

  it('navigates to a page of another remote without a new document', async () => {
    openShell('/', RELEASE, {
      [SHOP]: [shop],
      [entryOf('mfe-help', '1.0.0')]: [exportsOf('mfe-help', [page('/support', () => <main>Help</main>)])],
    });
    fireEvent.click(await screen.findByRole('link', { name: 'Support' }));
    await screen.findByText('Help');
  });

  it('is loaded a second time, so that one lost file is not noticed', async () => {
    const { loads, reportError } = openShell('/', RELEASE, { [SHOP]: ['missing', shop] });
    await screen.findByText(/The shop/);
    expect(loads).toHaveLength(2);
    expect(reportError).not.toHaveBeenCalled();
  });

  it('is also loaded a second time if its own file is lost once', async () => {
    const modules = [Promise.reject(new Error('chunk')), Promise.resolve({ default: Shop })];
    const load = () => modules.shift() ?? Promise.reject(new Error('asked too often'));
    openShell('/', RELEASE, { [SHOP]: [exportsOf('mfe-shop', [{ path: '/', load }])] });
    await screen.findByText(/The shop/);
  });
});

describe('a remote that is down', () => {
  it('shows a notice, reports the error with app and version, and links to working pages', async () => {
    const { reportError } = openShell('/', RELEASE, { [SHOP]: ['missing'] });
    await down();
    expect(reportError).toHaveBeenCalledTimes(1);
    expect(reportError.mock.calls[0]?.[1]).toEqual({ name: 'mfe-shop', version: '1.0.0' });
    expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('/support');
    expect(screen.queryByRole('link', { name: 'Home' })).toBeNull();
  });

  it('recovers with "Try again"', async () => {
    openShell('/', RELEASE, { [SHOP]: ['missing', 'missing', shop] });
    await down();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/The shop/);
  });

  it('times out after two attempts of ten seconds if it hangs', async () => {
    jest.useFakeTimers();
    openShell('/', RELEASE, { [SHOP]: ['hangs'] });
    await act(() => jest.advanceTimersByTimeAsync(19_999));
    expect(screen.queryByRole('heading')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2));
    expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeTruthy();
  });

  it('is replaced by the release that last worked here, and reported', async () => {
    const old = releaseOf({ 'mfe-shop': { version: '0.9.0', routes: ['/'] } });
    const before = openShell('/', old, { [entryOf('mfe-shop', '0.9.0')]: [shop] });
    await screen.findByText(/The shop/);
    before.leave();
    const after = openShell('/', RELEASE, {
      [SHOP]: ['missing'],
      [entryOf('mfe-shop', '0.9.0')]: [shop],
    });
    await screen.findByText(/The shop/);
    expect(after.reportError.mock.calls.map(([, app]) => app)).toEqual([
      { name: 'mfe-shop', version: '1.0.0' },
    ]);
    expect(after.pages.versionOf('mfe-shop')).toBe('0.9.0');
  });

  it('is retried in its current release if the last working release is gone', async () => {
    const gone = { version: '0.9.0', entry: entryOf('mfe-shop', '0.9.0'), integrity: INTEGRITY };
    localStorage.setItem('last-good:mfe-shop', JSON.stringify(gone));
    const { loads, pages, reportError } = openShell('/', RELEASE, {
      [SHOP]: ['missing', 'missing', shop],
      [gone.entry]: ['missing'],
    });
    await down();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/The shop/);
    expect(loads.map(({ src }) => src)).toEqual([SHOP, SHOP, gone.entry, gone.entry, SHOP]);
    expect(pages.versionOf('mfe-shop')).toBe('1.0.0');
    expect(reportError.mock.calls.map(([, app]) => app)).toEqual([{ name: 'mfe-shop', version: '1.0.0' }]);
  });

  it.each([
    ['has no such page', []],
    ['lost its file', [{ path: '/', load: () => Promise.reject(new Error('404')) }]],
  ])('is retried in its current release if the release that last worked %s', async (_, routes) => {
    const old = { version: '0.9.0', entry: entryOf('mfe-shop', '0.9.0'), integrity: INTEGRITY };
    localStorage.setItem('last-good:mfe-shop', JSON.stringify(old));
    const { pages } = openShell('/', RELEASE, {
      [SHOP]: ['missing', 'missing', shop],
      [old.entry]: [exportsOf('mfe-shop', routes)],
    });
    await down();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/The shop/);
    expect(pages.versionOf('mfe-shop')).toBe('1.0.0');
  });

  describe.each([
    ['a preview', entryOf('mfe-shop', '0.0.0-pr-1.2'), '0.0.0-pr-1.2'],
    ['an override', 'http://localhost:4507/assets/mfe-shop/1.0.0/remoteEntry.js', '1.0.0'],
  ])('during development of %s', (_, entry, version) => {
    const good = { version: '0.9.0', entry: entryOf('mfe-shop', '0.9.0'), integrity: INTEGRITY };
    const look = (files: Parameters<typeof openShell>[2]) => {
      localStorage.setItem('last-good:mfe-shop', JSON.stringify(good));
      const release = releaseOf({ 'mfe-shop': { version, routes: ['/'] } });
      Object.assign(release.remotes['mfe-shop'] ?? {}, { entry });
      return openShell('/', release, { [good.entry]: [shop], ...files });
    };

    it('keeps its last working release', async () => {
      look({ [new URL(entry, location.href).pathname]: [shop] });
      await screen.findByText(/The shop/);
      expect(JSON.parse(localStorage.getItem('last-good:mfe-shop') ?? '')).toEqual(good);
    });

    it('is not replaced, so that its developer sees the failure', async () => {
      look({});
      await down();
    });
  });

  it('is not replaced by a stored preview', async () => {
    const entry = entryOf('mfe-shop', '0.0.0-pr-1.2');
    const kept = { version: '0.0.0-pr-1.2', entry, integrity: INTEGRITY };
    localStorage.setItem('last-good:mfe-shop', JSON.stringify(kept));
    openShell('/', RELEASE, { [SHOP]: ['missing'], [entry]: [shop] });
    await down();
  });

  it('is not replaced by a stored file of another origin', async () => {
    localStorage.setItem(
      'last-good:mfe-shop',
      JSON.stringify({ version: '9.9.9', entry: 'https://evil.example/x.js', integrity: INTEGRITY }),
    );
    const { loads } = openShell('/', RELEASE, { [SHOP]: ['missing'] });
    await down();
    expect(loads.map(({ src }) => src)).toEqual([SHOP, SHOP]);
  });
});

describe('an invalid remote', () => {
  it.each([
    ['another contract', { contract: 2 }],
    ['another name', { name: 'mfe-other' }],
    ['no routes', { routes: [] }],
    ['a route without a page', { routes: [{ path: '/', page: 'x' }] }],
    ['no navigation', { navigation: null }],
  ])('is rejected before any of its content is shown: %s', async (_, flaw) => {
    const { reportError } = openShell('/', RELEASE, { [SHOP]: [{ exports: { ...shop.exports, ...flaw } }] });
    await down();
    expect(String(reportError.mock.calls[0]?.[0])).toContain('mfe-shop was refused');
  });

  it('is not loaded if the release names another contract', async () => {
    const next = releaseOf({ 'mfe-shop': { contract: 2, routes: ['/'] } });
    const { loads } = openShell('/', next, { [SHOP]: [shop] });
    await down();
    expect(loads).toEqual([]);
  });
});

describe('an error inside of a page', () => {
  it('removes the page but keeps the shell', async () => {
    const Broken = () => {
      throw new Error('cannot draw');
    };
    const { reportError } = openShell('/broken', RELEASE, {
      [SHOP]: [exportsOf('mfe-shop', [page('/broken', Broken)])],
    });
    await down();
    expect(reportError.mock.calls[0]).toEqual([
      expect.objectContaining({ message: 'cannot draw' }),
      { name: 'mfe-shop', version: '1.0.0' },
    ]);
    expect(screen.getByRole('link', { name: 'Support' })).toBeTruthy();
  });
});
