import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, useQuery } from '@leadping/web-kit/query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createQueryClient } from '../src/api/query-client.ts';
import { recoverReads } from '../src/api/recover-reads.ts';
import { serveApi } from './api-server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  for (const close of closers.splice(0)) await close();
});

const SLOW_MACHINE = { timeout: 20_000 };

function Shown({ path }: { path: string }) {
  // Shows a read that can poll but does not poll now.
  const { data, error, isPending } = useQuery<string[]>({ queryKey: [path], refetchInterval: () => false });
  return <p>{`${path} ${data?.join() ?? error?.message ?? ''}${isPending ? 'loads' : ''}`}</p>;
}

/** Shows the reads of these paths. `replies` sets the server's replies and may change later. */
async function open(replies: Record<string, { status?: number; body: unknown }>) {
  const api = await serveApi(({ url }) => replies[url] ?? { status: 404, body: { message: 'not found' } });
  const client = createQueryClient();
  closers.push(() => client.clear(), api.close, recoverReads(client));
  // Makes all waits equal, so that the read that failed first is retried first.
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const page = (paths: string[]) => (
    <QueryClientProvider client={client}>
      {paths.map((path) => (
        <Shown key={path} path={path} />
      ))}
    </QueryClientProvider>
  );
  const { rerender } = render(page(Object.keys(replies)));
  const callsTo = (path: string) => api.calls.filter(({ url }) => url === path).length;
  return { callsTo, client, rerenderWith: (...paths: string[]) => rerender(page(paths)) };
}

describe('a read that failed without a reply', () => {
  it('is shown as failed without flicker until the service replies', async () => {
    const frozen = { status: 504, body: { message: 'takes too long' } };
    const replies: Parameters<typeof open>[0] = { '/api/orders': frozen };
    const { callsTo, client } = await open(replies);
    await screen.findByText('/api/orders takes too long');
    const shown: unknown[] = [];
    client.getQueryCache().subscribe(({ query }) => shown.push(query.state.status));
    await waitFor(() => expect(callsTo('/api/orders')).toBeGreaterThan(1), SLOW_MACHINE);
    expect(shown).not.toContain('pending');

    replies['/api/orders'] = { body: ['first', 'second'] };
    await screen.findByText('/api/orders first,second', {}, SLOW_MACHINE);
    expect(shown).not.toContain('pending');
  });

  it('is not retried if the service rejected it', async () => {
    const replies: Parameters<typeof open>[0] = {
      '/api/refused': { status: 403, body: { message: 'not yours' } },
      '/api/faulty': { status: 500, body: { message: 'broken' } },
      '/api/frozen': { status: 503, body: { message: 'frozen' } },
    };
    const { callsTo } = await open(replies);
    await screen.findByText('/api/frozen frozen');
    replies['/api/frozen'] = { body: ['back'] };
    await screen.findByText('/api/frozen back', {}, SLOW_MACHINE);
    expect([callsTo('/api/refused'), callsTo('/api/faulty')]).toEqual([1, 1]);
    expect(callsTo('/api/frozen')).toBeGreaterThan(1);
  });

  it('shows the error reply once the service replies with an error', async () => {
    const replies: Parameters<typeof open>[0] = {
      '/api/orders': { status: 503, body: { message: 'frozen' } },
    };
    await open(replies);
    await screen.findByText('/api/orders frozen');
    replies['/api/orders'] = { status: 401, body: { message: 'Unauthorized' } };
    await screen.findByText('/api/orders Unauthorized', {}, SLOW_MACHINE);
  });

  it('is not retried once no page shows it', async () => {
    const replies: Parameters<typeof open>[0] = {
      '/api/left': { status: 503, body: { message: 'frozen' } },
      '/api/shown': { status: 503, body: { message: 'frozen' } },
    };
    const { callsTo, rerenderWith } = await open(replies);
    await screen.findByText('/api/left frozen');
    await screen.findByText('/api/shown frozen');
    rerenderWith('/api/shown');
    replies['/api/shown'] = { body: ['back'] };
    await screen.findByText('/api/shown back', {}, SLOW_MACHINE);
    // A slow machine may have retried both before one was removed. A read that starts now waits as long as they did.
    const attempts = callsTo('/api/left');
    replies['/api/next'] = { status: 503, body: { message: 'frozen' } };
    rerenderWith('/api/shown', '/api/next');
    await screen.findByText('/api/next frozen');
    replies['/api/next'] = { body: ['back'] };
    await screen.findByText('/api/next back', {}, SLOW_MACHINE);
    expect(callsTo('/api/left')).toBe(attempts);
  });
});

describe('a read that failed offline', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Shows a read that has failed. Time only advances in `settle`. */
  async function openOffline() {
    jest.useFakeTimers();
    const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    const client = createQueryClient();
    const stop = recoverReads(client);
    closers.push(stop, () => client.clear());
    render(
      <QueryClientProvider client={client}>
        <Shown path="/api/orders" />
      </QueryClientProvider>,
    );
    const settle = () => act(() => jest.advanceTimersByTimeAsync(1));
    await settle();
    screen.getByText('/api/orders offline');
    expect(fetched).toHaveBeenCalledTimes(1);
    return { fetched, settle, stop };
  }
  const comeOnline = () => fireEvent(window, new Event('online'));

  it('is retried each time the browser is online again', async () => {
    const { fetched, settle } = await openOffline();
    comeOnline();
    expect(fetched).toHaveBeenCalledTimes(2);
    await settle();
    fetched.mockResolvedValue(new Response('["first"]'));
    comeOnline();
    expect(fetched).toHaveBeenCalledTimes(3);
    await settle();
    screen.getByText('/api/orders first');
  });

  it('is not retried once the page is left', async () => {
    const { fetched, stop } = await openOffline();
    const removed = jest.spyOn(globalThis, 'removeEventListener');
    stop();
    comeOnline();
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(removed).toHaveBeenCalledWith('online', expect.any(Function));
  });
});
