import { RetryBudget } from '../counting/retry-budget.ts';
import {
  closeInstance,
  destroyInstance,
  isDoubtful,
  isUsable,
  openInstance,
  recordFailure,
  type Instance,
} from './instance.ts';

/** The instances of a service. Chooses the instance for the next call. */
export class Balancer {
  instances: readonly Instance[];
  readonly retries = new RetryBudget();
  /** Instances that get no new calls. Active calls finish. */
  readonly #leaving = new Set<Instance>();
  #next = 0;
  readonly #onEjected: (instance: Instance) => void;

  constructor(addresses: readonly string[], onEjected: (instance: Instance) => void) {
    this.instances = addresses.map(openInstance);
    this.#onEjected = onEjected;
  }

  /** Sets the current addresses of the service. Removed instances are closed once idle. */
  moveTo(addresses: readonly string[]): void {
    for (const instance of this.instances)
      if (!addresses.includes(instance.address)) this.#leaving.add(instance);
    this.instances = addresses.map(
      (address) => this.instances.find((instance) => instance.address === address) ?? openInstance(address),
    );
    for (const instance of this.#leaving) {
      if (instance.active > 0) continue;
      this.#leaving.delete(instance);
      void closeInstance(instance);
    }
  }

  /** Aborts active calls. */
  async close(): Promise<void> {
    await Promise.all([...this.instances, ...this.#leaving].map(destroyInstance));
  }

  /**
   * Picks the usable instance with the fewest active calls, in turn if several have equally few. If no instance is
   * usable, they are still called: the probes may be wrong, and a call fails just as quickly.
   * @param failed the instance of the failed attempt; another one is preferred
   */
  pick(failed?: Instance): Instance {
    const { instances } = this;
    const only = instances[0];
    if (only && instances.length === 1) return only;
    const found =
      this.#leastOf((instance) => instance !== failed && isUsable(instance)) ??
      this.#leastOf((instance) => instance !== failed && isDoubtful(instance)) ??
      this.#leastOf((instance) => instance !== failed);
    if (!found) throw new Error('a service has no address');
    return found;
  }

  #leastOf(isMeant: (instance: Instance) => boolean): Instance | undefined {
    const { instances } = this;
    let least: Instance | undefined;
    this.#next = (this.#next + 1) % instances.length;
    for (let index = 0; index < instances.length; index += 1) {
      const instance = instances[(this.#next + index) % instances.length];
      if (!instance || !isMeant(instance)) continue;
      if (!least || instance.active < least.active) least = instance;
    }
    return least;
  }

  hasOther(than: Instance): boolean {
    return this.instances.some((instance) => instance !== than && isUsable(instance));
  }

  fail(instance: Instance): void {
    // A single instance is never ejected.
    if (this.instances.length > 1 && recordFailure(instance)) this.#onEjected(instance);
  }
}
