import type { Instance } from './instance.ts';
import { Agent, request } from './undici.ts';

const PROBE_MS = 500;
const TIMEOUT_MS = 1500;
/** Number of silent probes tolerated, because a busy process may pause. */
const MAX_SILENT = 2;

/** Separate connections, because all connections for calls may be busy. */
const probes = new Agent();

/**
 * Probes the readiness of every instance periodically. An instance that reports unready (closing, or without its
 * database) gets no more calls immediately. An instance that does not reply is taken out after the second probe.
 * @returns a function that stops the probes.
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
