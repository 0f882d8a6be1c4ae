import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ServiceName } from '@leadping/contracts/services';
import type { StreamState } from '../src/messaging/streams.ts';
import { watchStreams } from '../src/messaging/watch-streams.ts';

const LOOK_MS = 5000;

describe('the monitor of streams', () => {
  /** When NATS says that each stream was made; what is missing fails. */
  let madeAt: Partial<Record<ServiceName, string>>;
  let isConnected: boolean;
  let anew: ServiceName[];
  let states: Partial<Record<ServiceName, StreamState>>;
  let stop: () => void;
  const readStream = jest.fn(async (producer: ServiceName) => {
    const createdAt = madeAt[producer];
    if (createdAt === undefined) throw new Error('timeout');
    return { createdAt, replicasBehind: producer === 'svc-commerce' ? 1 : 0, usedRatio: 0.25 };
  });

  beforeEach(() => {
    jest.useFakeTimers();
    readStream.mockClear();
    madeAt = { 'svc-commerce': 'monday', 'svc-licensing': 'monday' };
    isConnected = true;
    anew = [];
    states = {};
    const bus = { readStream, isConnected: () => isConnected };
    stop = watchStreams(bus, new Set(['svc-commerce', 'svc-licensing'] as const), {
      onMadeAnew: (producer) => anew.push(producer),
      onState: (producer, state) => (states[producer] = state),
    });
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  const look = () => jest.advanceTimersByTimeAsync(LOOK_MS);

  it('reports a stream that was created again once, and no other stream', async () => {
    await look();
    expect(anew).toEqual([]);
    madeAt['svc-commerce'] = 'tuesday';
    await look();
    await look();
    expect(anew).toEqual(['svc-commerce']);
  });

  it('reports a stream that was created again while NATS did not reply', async () => {
    await look();
    delete madeAt['svc-commerce'];
    await look();
    madeAt['svc-commerce'] = 'tuesday';
    await look();
    expect(anew).toEqual(['svc-commerce']);
  });

  it('checks the other streams if one does not reply', async () => {
    delete madeAt['svc-commerce'];
    await look();
    madeAt['svc-licensing'] = 'tuesday';
    await look();
    expect(anew).toEqual(['svc-licensing']);
  });

  it('reports the servers without its events and the fill level of each stream', async () => {
    await look();
    expect(states).toEqual({
      'svc-commerce': { createdAt: 'monday', replicasBehind: 1, usedRatio: 0.25 },
      'svc-licensing': { createdAt: 'monday', replicasBehind: 0, usedRatio: 0.25 },
    });
  });

  it('sends no request without a connection or after it was stopped', async () => {
    isConnected = false;
    await look();
    isConnected = true;
    stop();
    await look();
    expect(readStream).not.toHaveBeenCalled();
  });
});
