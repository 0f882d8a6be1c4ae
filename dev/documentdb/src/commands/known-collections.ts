import type { Connections } from '../engine/connections.ts';

/**
 * Collections that are known to exist. A transaction must not be the first to write to one, because creating it
 * inside would conflict with concurrent creations.
 */
export class Collections {
  readonly #known = new Set<string>();
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Creates the collection if it is missing. @returns whether it was created */
  async ensure(database: string, collection: string): Promise<boolean> {
    const namespace = `${database}.${collection}`;
    if (this.#known.has(namespace)) return false;
    const exists = await this.#connections.run('hasCollection', [database, collection]);
    if (!exists) await this.#connections.run('createCollection', [database, collection]);
    this.#known.add(namespace);
    return !exists;
  }

  forgetAll(): void {
    this.#known.clear();
  }
}
