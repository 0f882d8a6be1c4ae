import { JetStreamApiError } from '@nats-io/jetstream';

/** Longer than a cluster takes to agree on another leader. */
const SILENT_MS = 15_000;
/** Where no server has streams, each process goes round more and more seldom. */
const MAX_SILENT_MS = 300_000;
const NO_CLUSTER_LEADER = 10008;

/**
 * Recognizes a server of NATS that is cut off from its cluster, or has lost it: it still takes connections and passes requests on to those
 * that are connected to it, but has no streams, and whoever stays there publishes and reads nothing.
 */
export class LoneServer {
  #silentSince: number | undefined;
  #silentMs = SILENT_MS;

  replied(): void {
    this.#silentSince = undefined;
    this.#silentMs = SILENT_MS;
  }

  /**
   * @param knownServers of which this is one
   * @returns whether to try another server: no stream was there for so long.
   */
  failed(error: unknown, knownServers: number): boolean {
    if (knownServers < 2) return false;
    // An error of the cluster's is a reply.
    if (error instanceof JetStreamApiError && error.code !== NO_CLUSTER_LEADER) {
      this.replied();
      return false;
    }
    const now = performance.now();
    this.#silentSince ??= now;
    if (now - this.#silentSince < this.#silentMs) return false;
    this.#silentSince = undefined;
    this.#silentMs = Math.min(2 * this.#silentMs, MAX_SILENT_MS);
    return true;
  }
}
