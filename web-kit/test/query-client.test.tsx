import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, useMutation, useQuery } from '@leadping/web-kit/query';
import { fakeIntervals } from '@leadping/test-kit/web/fake-intervals';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../src/api/query-client.ts';
import { request } from '../src/api/request.ts';
import { serveApi } from './api-server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  cleanup();
  for (const close of closers.splice(0)) await close();
});

async function open(status: number, body: unknown) {
  const api = await serveApi(() => ({ status, body }));
  const client = createQueryClient();
  closers.push(() => client.clear(), api.close);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { api, client, wrapper };
}

/** Simulates that the visitor returns to the tab and that the browser reconnects. */
async function comeBack() {
  await act(async () => {
    dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('focus'));
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
}

describe('the default read', () => {
  it('requests the first element of its key and parses the JSON [P7.07]', async () => {
    const { api, wrapper } = await open(200, { items: [1] });
    const { result } = renderHook(() => useQuery({ queryKey: ['/api/things', { page: 2 }] }), { wrapper });
    await waitFor(() => expect(result.current.data).toEqual({ items: [1] }));
    expect(api.calls.map(({ method, url }) => [method, url])).toEqual([['GET', '/api/things']]);
  });

  it('fails on a 401 [P7.08]', async () => {
    const { wrapper } = await open(401, { message: 'Sign in first' });
    const { result } = renderHook(() => useQuery({ queryKey: ['/api/things'] }), { wrapper });
    await waitFor(() => expect(result.current.error?.message).toBe('Sign in first'));
  });

  it('is never stale and never refetches automatically [P7.09]', async () => {
    const { api, wrapper } = await open(200, { items: [] });
    const read = () => renderHook(() => useQuery({ queryKey: ['/api/things'] }), { wrapper });
    const first = read();
    await waitFor(() => expect(first.result.current.isSuccess).toBe(true));
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 365 * 24 * 3600 * 1000);
    closers.push(() => later.mockRestore());
    const fetches = jest.spyOn(globalThis, 'fetch');
    closers.push(() => fetches.mockRestore());
    await comeBack();
    const second = read();
    expect(second.result.current).toMatchObject({ isStale: false, fetchStatus: 'idle' });
    expect(first.result.current.fetchStatus).toBe('idle');
    expect(fetches).not.toHaveBeenCalled();
    expect(api.calls).toHaveLength(1);
  });

  it.each([
    ['with fresh data', Infinity],
    ['with data that a page declares stale', 0],
  ])('%s does not refetch on focus, on reconnect or after a day [P7.09]', async (_, staleTime) => {
    const { client, wrapper } = await open(200, { items: [] });
    const fetches = jest.spyOn(globalThis, 'fetch');
    closers.push(() => fetches.mockRestore());
    // The library refetches by intervals. Replies come over real HTTP.
    fakeIntervals();
    closers.push(() => jest.useRealTimers());
    const Things = () => <p>{useQuery({ queryKey: ['/api/things'], staleTime }).status}</p>;
    render(<Things />, { wrapper });
    await screen.findByText('success');
    await comeBack();
    expect(client.isFetching()).toBe(0);
    await act(() => jest.advanceTimersByTimeAsync(24 * 3600 * 1000));
    expect(client.isFetching()).toBe(0);
    expect(fetches).toHaveBeenCalledTimes(1);
  });

  it('is attempted once [P7.10]', async () => {
    const { api, wrapper } = await open(500, { message: 'broken' });
    const { result } = renderHook(() => useQuery({ queryKey: ['/api/things'] }), { wrapper });
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(result.current.failureCount).toBe(1);
    expect(api.calls).toHaveLength(1);
  });
});

describe('an offline browser', () => {
  const path = '/api/things';

  /** Simulates a browser that is offline and blocks all calls. */
  async function lose() {
    const { wrapper } = await open(200, {});
    const fetch = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    closers.push(
      () => fetch.mockRestore(),
      () => dispatchEvent(new Event('online')),
    );
    const { result } = renderHook(
      () => {
        const [isWanted, setIsWanted] = useState(false);
        return {
          want: () => setIsWanted(true),
          read: useQuery({ queryKey: [path], enabled: isWanted }),
          write: useMutation({ mutationFn: () => request('POST', path, {}) }),
        };
      },
      { wrapper },
    );
    act(() => void dispatchEvent(new Event('offline')));
    return { fetch, result };
  }

  it('fails a write immediately, and does not send it after reconnecting', async () => {
    const { fetch, result } = await lose();
    act(() => result.current.write.mutate());
    await waitFor(() => expect(result.current.write.error?.message).toBe('Failed to fetch'));
    await act(async () => void dispatchEvent(new Event('online')));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('fails a read immediately, and does not send it after reconnecting', async () => {
    const { fetch, result } = await lose();
    act(() => result.current.want());
    await waitFor(() => expect(result.current.read.error?.message).toBe('Failed to fetch'));
    await act(async () => void dispatchEvent(new Event('online')));
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('a write', () => {
  it('is attempted once [P7.10]', async () => {
    const { api, wrapper } = await open(500, { message: 'broken' });
    const mutationFn = () => request('POST', '/api/things', {});
    const { result } = renderHook(() => useMutation({ mutationFn }), { wrapper });
    act(() => result.current.mutate());
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(api.calls).toHaveLength(1);
  });
});
