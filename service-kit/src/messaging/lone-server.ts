import { JetStreamApiError } from '@nats-io/jetstream';

/** Longer than a cluster takes to agree on another leader. */
const SILENT_MS = 15_000;
/**
 * Maximum time before a process tries another server, in ms, so that processes retry less often while no server has
 * streams.
 */
const MAX_SILENT_MS = 300_000;
const NO_CLUSTER_LEADER = 10008;

/**
 * Recognizes a NATS server that is cut off from its cluster. Such a server accepts connections and forwards requests to
 * its other clients. But it has no streams, so a process that stays connected publishes and reads nothing.
 */
export class LoneServer {
  #silentSince: number | undefined;
  #silentMs = SILENT_MS;

  replied(): void {
    this.#silentSince = undefined;
    this.#silentMs = SILENT_MS;
  }

  /**
   * @param knownServers number of known servers, including this one
   * @returns whether to try another server, because this one had no streams for too long
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
