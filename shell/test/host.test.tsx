import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Role } from '@leadping/contracts/actor';
import { AnalyticsBatch, recordAnalytics } from '@leadping/contracts/telemetry';
import { Link } from '@leadping/web-kit/router';
import { readOwn, saveOwn } from '@leadping/web-kit/session/own-storage';
import { announceUser } from '@leadping/web-kit/session/other-tabs';
import { setSessionUser } from '@leadping/web-kit/session/session';
import { showToast } from '@leadping/web-kit/toast/toast-store';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { readRelease } from '../src/release.ts';
import { entryOf, exportsOf, openShell, page, releaseOf, userOf } from './open-shell.tsx';

const DESK = entryOf('mfe-desk', '1.0.0');
const RELEASE = releaseOf({ 'mfe-desk': { routes: ['/desk/*', '/auth'] } });
const files = () => ({
  [DESK]: [
    exportsOf('mfe-desk', [
      { ...page('/desk/*', () => <main>The desk</main>), roles: ['admin', 'support'] },
      page('/auth', () => <main>Sign in here</main>),
    ]),
  ],
});

function openDesk(role: Role | null, path = '/desk/tickets') {
  const view = openShell(path, RELEASE, files());
  act(() => setSessionUser(view.shell.queryClient, role && userOf(role)));
  return view;
}

afterEach(() => {
  jest.useRealTimers();
  document.getElementById('release-document')?.remove();
});

describe('a path that no remote claims', () => {
  it('shows the not-found page [P2.38] [P2.39]', () => {
    openShell('/no/such/page', RELEASE, files());
    expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
  });

  it('shows the not-found page if a remote claims it in other letters, as the gateway does', async () => {
    openShell('/Auth', RELEASE, files());
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  });
});

describe('page views', () => {
  it('are reported once for each path [P7.38]', async () => {
    const { trackPageView } = openShell('/nowhere', RELEASE);
    fireEvent.click(screen.getByRole('link', { name: 'Back to Home' }));
    await waitFor(() => expect(trackPageView.mock.calls).toEqual([['/nowhere'], ['/']]));
  });

  it('are sent to the analytics service when the page is left, in the format of its contract [P7.38]', async () => {
    const sent: { path: string; body: Promise<string> }[] = [];
    const sendBeacon = (path: string, payload: Blob) => sent.push({ path, body: payload.text() }) > 0;
    Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
    const { trackPageView } = openShell('/nowhere', RELEASE);
    fireEvent.click(screen.getByRole('link', { name: 'Back to Home' }));
    await waitFor(() => expect(trackPageView).toHaveBeenCalledTimes(2));
    fireEvent(window, new Event('pagehide'));
    Reflect.deleteProperty(navigator, 'sendBeacon');
    const paths = sent.map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set([recordAnalytics.path]));
    const batches = await Promise.all(
      sent.map(async ({ body }) => AnalyticsBatch.parse(JSON.parse(await body))),
    );
    const views = batches.flatMap(({ events }) => events).filter(({ name }) => name === 'page_view');
    expect(views.slice(-2)).toMatchObject([
      { label: '/nowhere', app: 'shell' },
      { label: '/', app: 'shell' },
    ]);
  });
});

describe('a page for certain roles', () => {
  it.each(['admin', 'support'] as const)('is shown to the role %s', async (role) => {
    openDesk(role);
    await screen.findByText('The desk');
  });

  it.each(['reseller', 'other'] as const)('is denied to the role %s', async (role) => {
    openDesk(role);
    await screen.findByRole('heading', { name: 'Access denied' });
    expect(screen.queryByText('The desk')).toBeNull();
  });

  it('redirects a visitor without a session to the sign-in page after 500 ms', async () => {
    openDesk(null);
    await screen.findByRole('heading', { name: 'Redirecting to login...' });
    expect(location.pathname).toBe('/desk/tickets');
    await screen.findByText('Sign in here');
    expect(location.pathname).toBe('/auth');
  });

  it('passes its address to the sign-in page, which replaces it in the history', async () => {
    const steps = history.length;
    openDesk(null, '/desk/tickets?search=ann#top');
    await screen.findByText('Sign in here');
    expect(history.state).toMatchObject({ usr: { from: '/desk/tickets?search=ann#top' } });
    expect(history.length).toBe(steps);
  });
});

describe('a dashboard page while the session service is down', () => {
  it('shows a notice, and opens automatically once the service replies', async () => {
    let reply = new Response(JSON.stringify({ message: 'frozen' }), { status: 503 });
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      if (String(input) !== '/api/user') throw new TypeError('no such server');
      return reply.clone();
    });
    openShell('/desk/tickets', RELEASE, files());
    await screen.findByRole('heading', { name: "We can't check your sign-in right now" });
    expect(screen.getByText(/Nothing is lost/)).toBeTruthy();
    reply = new Response(JSON.stringify(userOf('admin')));
    await screen.findByText('The desk');
    fetched.mockRestore();
  });
});

describe('a screen restored by back navigation', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'scrollY');
  });

  it('keeps its scroll position although the path is unchanged', async () => {
    const scrolled = jest.spyOn(window, 'scrollTo').mockReturnValue(undefined);
    const Desk = () => (
      <main>
        <Link to="/desk?ticket=7">A ticket</Link>
      </main>
    );
    openShell('/desk', RELEASE, { [DESK]: [exportsOf('mfe-desk', [page('/desk/*', Desk)])] });
    const link = await screen.findByRole('link', { name: 'A ticket' });
    Object.defineProperty(globalThis, 'scrollY', { configurable: true, value: 640 });
    fireEvent.scroll(window);
    fireEvent.click(link);
    await waitFor(() => expect(location.search).toBe('?ticket=7'));
    expect(scrolled).not.toHaveBeenCalled();
    act(() => history.back());
    await waitFor(() => expect(scrolled.mock.lastCall).toEqual([{ top: 640, behavior: 'instant' }]));
  });
});

describe('the notification region', () => {
  it('loads with the first toast', async () => {
    openShell('/nowhere', RELEASE);
    expect(screen.queryByRole('region')).toBeNull();
    act(() => void showToast({ title: 'Saved' }));
    await screen.findByText('Saved');
  });
});

describe('the release document of the page', () => {
  const write = (text: string) => {
    const script = document.createElement('script');
    script.type = 'application/json';
    script.id = 'release-document';
    script.textContent = text;
    document.head.append(script);
  };

  it('is read from the page', () => {
    write(JSON.stringify(RELEASE));
    expect(readRelease()).toEqual(RELEASE);
  });

  it('is rejected with another schema number, and its absence is reported', () => {
    expect(() => readRelease()).toThrow('no release document');
    write('{"schema":2}');
    expect(() => readRelease()).toThrow('schema 2');
  });
});

describe('a page whose session another tab has replaced', () => {
  /** jsdom does not load pages, but reports each attempt as an error. */
  const askedToLoad = () =>
    jest.mocked(console.error).mock.calls.filter(([error]) => String(error).includes('navigation'));

  it('is reloaded even with unsaved changes', async () => {
    openDesk('admin');
    await screen.findByText('The desk');
    const guard = jest.fn();
    addEventListener('beforeunload', guard);
    announceUser({ ...userOf('admin'), id: 'u2' });
    await waitFor(() => expect(askedToLoad()).toHaveLength(1));
    fireEvent(window, new Event('beforeunload'));
    removeEventListener('beforeunload', guard);
    expect(guard).not.toHaveBeenCalled();
  });

  it('keeps its draft while it is public, and is reloaded before a dashboard is shown', async () => {
    saveOwn('', 'ticket', 'A long question');
    saveOwn('u1', 'reply', 'Half a thought');
    const Desk = () => <Link to="/support">Support Center</Link>;
    const SupportCenter = () => <Link to="/desk">To the desk</Link>;
    const release = releaseOf({ 'mfe-desk': { routes: ['/desk/*', '/support'] } });
    const routes = [{ ...page('/desk/*', Desk), roles: ['admin'] }, page('/support', SupportCenter)];
    const { shell } = openShell('/desk', release, { [DESK]: [exportsOf('mfe-desk', routes)] });
    act(() => setSessionUser(shell.queryClient, userOf('admin')));
    fireEvent.click(await screen.findByRole('link', { name: 'Support Center' }));
    await screen.findByRole('link', { name: 'To the desk' });

    announceUser(null);
    await waitFor(() => expect(readOwn('u1', 'reply')).toBe(''));
    expect(askedToLoad()).toEqual([]);
    expect(readOwn('', 'ticket')).toBe('A long question');

    fireEvent.click(screen.getByRole('link', { name: 'To the desk' }));
    await screen.findByText('Loading...');
    await waitFor(() => expect(askedToLoad()).toHaveLength(1));
    expect(screen.queryByRole('link', { name: 'Support Center' })).toBeNull();
    expect(readOwn('', 'ticket')).toBe('A long question');
  });
});
