import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@leadping/contracts/identity/session-routes';
import { type QueryClient, useQueryClient } from '@leadping/web-kit/query';
import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { sessionQuery, useSession } from '../src/session/session.ts';
import { announceUser, watchOtherUser } from '../src/session/other-tabs.ts';
import { readOwn, saveOwn } from '../src/session/own-storage.ts';
import { useLogin, useLogout, useRegister } from '../src/session/sign-in.ts';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPart } from '@leadping/test-kit/web/open-page';

const ANN: User = {
  id: 'u1',
  username: 'ann',
  email: 'ann@example.com',
  firstName: '',
  lastName: '',
  role: 'admin',
  resellerId: null,
  emailVerified: true,
  mustChangePassword: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const SIGNED_IN: Replies = { 'GET /api/user': ok(ANN) };

function Who() {
  const session = useSession();
  return <p>{session.user ? `signed in as ${session.user.username}` : session.status}</p>;
}

function Doors() {
  const [visit, setVisit] = useState(0);
  const login = useLogin();
  const register = useRegister();
  const logout = useLogout();
  return (
    <>
      <Who key={visit} />
      <button onClick={() => setVisit(visit + 1)}>Visit again</button>
      <button onClick={() => login.mutate({ username: 'ann', password: 'secret' })}>Sign in</button>
      <button
        onClick={() => register.mutate({ username: 'ann', email: 'ann@example.com', password: 'secret' })}
      >
        Register
      </button>
      <button onClick={() => logout.mutate()}>Sign out</button>
    </>
  );
}

const press = (user: Awaited<ReturnType<typeof openPart>>['user'], name: string) =>
  user.click(screen.getByRole('button', { name }));
const callsTo = (api: { calls: { path: string }[] }, path: string) =>
  api.calls.filter((call) => call.path === path).length;

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the session', () => {
  it('is signed in when the session call returns a user [P4.01]', async () => {
    await openPart(<Who />, SIGNED_IN);
    await screen.findByText('signed in as ann');
  });

  it('is signed out on a 401 [P4.01] [P4.05]', async () => {
    await openPart(<Who />);
    await screen.findByText('signed-out');
  });

  it('is unknown when the server is unreachable, and is not requested again [P7.13]', async () => {
    const { api } = await openPart(<Who />, { 'GET /api/user': { status: 503, body: { message: 'away' } } });
    await screen.findByText('unreachable');
    expect(callsTo(api, '/api/user')).toBe(1);
  });

  it('is stale after five minutes and kept for ten [P7.13]', async () => {
    const { api, user, queryClient } = await openPart(<Doors />, SIGNED_IN);
    await screen.findByText('signed in as ann');
    const known = Date.now();
    const clock = jest.spyOn(Date, 'now');
    clock.mockReturnValue(known + 4.9 * 60_000);
    await press(user, 'Visit again');
    expect(queryClient.isFetching()).toBe(0);
    expect(callsTo(api, '/api/user')).toBe(1);
    clock.mockReturnValue(known + 5.1 * 60_000);
    await press(user, 'Visit again');
    await waitFor(() => expect(callsTo(api, '/api/user')).toBe(2));
    expect(sessionQuery.gcTime).toBe(10 * 60_000);
  });

  it.each([
    ['Sign in [P4.02]', 'POST /api/login', 200],
    ['Register [P4.03]', 'POST /api/register', 201],
  ])('is known after "%s" without another session call', async (title, call, status) => {
    const { api, user } = await openPart(<Doors />, { [call]: { status, body: ANN } });
    await screen.findByText('signed-out');
    await press(user, title.replace(/ \[.*/, ''));
    await screen.findByText('signed in as ann');
    expect(callsTo(api, '/api/user')).toBe(1);
  });
});

describe('signing out', () => {
  it('clears the user, shows a notice and goes home [P4.04] [P8.10] [S2.04]', async () => {
    const { user, toasts, api } = await openPart(<Doors />, {
      ...SIGNED_IN,
      'POST /api/logout': ok({ message: 'Signed out' }),
    });
    await screen.findByText('signed in as ann');
    history.replaceState(null, '', '/admin');
    await press(user, 'Sign out');
    await screen.findByText('signed-out');
    expect(toasts).toEqual([{ title: 'Logged out', description: 'You have been successfully logged out' }]);
    expect(location.pathname).toBe('/');
    expect(callsTo(api, '/api/user')).toBe(1);
  });

  it('removes the cached data of the person', async () => {
    const clients: QueryClient[] = [];
    function Settings() {
      const client = useQueryClient();
      useEffect(() => void clients.push(client), [client]);
      return <button onClick={() => client.setQueryData(['/api/admin/settings'], {})}>Read settings</button>;
    }
    const cached = () =>
      clients[0]
        ?.getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[0]);
    const { user } = await openPart(
      <>
        <Doors />
        <Settings />
      </>,
      { ...SIGNED_IN, 'POST /api/logout': ok({ message: 'Signed out' }) },
    );
    await screen.findByText('signed in as ann');
    await press(user, 'Read settings');
    expect(cached()).toContain('/api/admin/settings');
    await press(user, 'Sign out');
    await screen.findByText('signed-out');
    expect(cached()).toEqual(['/api/user']);
  });

  it('removes the stored texts of the person, and so does a sign-in of another person', async () => {
    saveOwn(ANN.id, 'reply', 'Half a thought');
    saveOwn('u2', 'reply', 'Of Ben');
    const { user } = await openPart(<Doors />, {
      'POST /api/login': ok(ANN),
      'POST /api/logout': ok({ message: 'Signed out' }),
    });
    await screen.findByText('signed-out');
    await press(user, 'Sign in');
    await screen.findByText('signed in as ann');
    expect([readOwn(ANN.id, 'reply'), readOwn('u2', 'reply')]).toEqual(['Half a thought', '']);
    await press(user, 'Sign out');
    await screen.findByText('signed-out');
    expect(readOwn(ANN.id, 'reply')).toBe('');
  });

  it('keeps the texts of a visitor without an account', async () => {
    saveOwn('', 'ticket', 'A long question');
    const { user } = await openPart(<Doors />, {
      ...SIGNED_IN,
      'POST /api/logout': ok({ message: 'Signed out' }),
    });
    await screen.findByText('signed in as ann');
    await press(user, 'Sign out');
    await screen.findByText('signed-out');
    expect(readOwn('', 'ticket')).toBe('A long question');
  });

  it('reports a failure, and stays signed in [P8.07]', async () => {
    const { user, toasts } = await openPart(<Doors />, {
      ...SIGNED_IN,
      'POST /api/logout': { status: 500, body: { message: 'The server is away' } },
    });
    await screen.findByText('signed in as ann');
    await press(user, 'Sign out');
    await waitFor(() => expect(toasts[0]).toMatchObject({ title: 'Logout failed', tone: 'destructive' }));
    expect(screen.getByText('signed in as ann')).toBeTruthy();
  });
});

describe('the tabs of one browser', () => {
  const BEN: User = { ...ANN, id: 'u2', username: 'ben' };

  /** Collects the messages between the tabs, including this tab's own. Closed when the test ends. */
  function openOtherTab() {
    const received: unknown[] = [];
    const channel = new BroadcastChannel('leadping:session-user');
    channel.addEventListener('message', ({ data }) => received.push(data));
    closers.push(() => channel.close());
    return received;
  }
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  /** Opens a tab and collects messages about other people than the one it shows. */
  async function openTab(replies: Replies) {
    const others: (string | null)[] = [];
    function Tab() {
      const client = useQueryClient();
      useEffect(() => watchOtherUser(client, (userId) => others.push(userId)), [client]);
      return <Doors />;
    }
    return { ...(await openPart(<Tab />, replies)), others };
  }

  it('are notified of sign-ins and sign-outs', async () => {
    const received = openOtherTab();
    const { user, others } = await openTab({
      'POST /api/login': ok(ANN),
      'POST /api/logout': ok({ message: 'Signed out' }),
    });
    await screen.findByText('signed-out');
    await press(user, 'Sign in');
    await waitFor(() => expect(received).toEqual([ANN.id]));
    await press(user, 'Sign out');
    await waitFor(() => expect(received).toEqual([ANN.id, null]));
    expect(others).toEqual([]);
  });

  it.each([
    ['somebody else has signed in', BEN, BEN.id],
    ['the session has ended', null, null],
  ])('are notified that %s', async (_, announced, received) => {
    const { others } = await openTab(SIGNED_IN);
    await screen.findByText('signed in as ann');
    announceUser(ANN);
    announceUser(announced);
    await waitFor(() => expect(others).toEqual([received]));
  });

  it('are not notified if nobody is signed in there', async () => {
    const received = openOtherTab();
    const { others } = await openTab({});
    await screen.findByText('signed-out');
    announceUser(BEN);
    await waitFor(() => expect(received).toEqual([BEN.id]));
    expect(others).toEqual([]);
  });
});
