import type { Instance } from './instance.ts';
import { Agent, request } from './undici.ts';

const PROBE_MS = 500;
const TIMEOUT_MS = 1500;
/** A pause of a busy process is no reason to take it out. */
const MAX_SILENT = 2;

/** Beside the connections that carry calls: those may all be busy. */
const probes = new Agent();

/**
 * Asks every instance again and again whether it takes traffic. One that says no (it is closing, or its database is away)
 * gets no more calls at once; one that says nothing, after the second time.
 * @returns stops it.
 */
export function probeInstances(
  instances: () => readonly Instance[],
  onChange: (instance: Instance) => void,
): () => void {
  const silent = new WeakMap<Instance, number>();
  const under = new Set<Instance>();
  const stopping = new AbortController();

  const set = (instance: Instance, health: Instance['health']) => {
    if (instance.health === health || stopping.signal.aborted) return;
    instance.health = health;
    onChange(instance);
  };
  const probe = async (instance: Instance) => {
    if (under.has(instance)) return;
    under.add(instance);
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping.signal]);
      const reply = await request(probes, {
        origin: instance.address,
        path: '/readyz',
        method: 'GET',
        signal,
      });
      await reply.body.dump();
      silent.delete(instance);
      set(instance, reply.statusCode === 200 ? 'ready' : 'unready');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return set(instance, 'unready');
      const times = (silent.get(instance) ?? 0) + 1;
      silent.set(instance, times);
      if (times >= MAX_SILENT) set(instance, 'silent');
    } finally {
      under.delete(instance);
    }
  };
  const timer = setInterval(() => {
    for (const instance of instances()) void probe(instance);
  }, PROBE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
