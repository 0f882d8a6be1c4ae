import type { Journal } from './journal.ts';

/** Records by id in insertion order. A record is replaced, never mutated. */
export class Collection<T extends { id: string }> {
  readonly #name: string;
  readonly #records = new Map<string, T>();
  readonly #onChange: (collection: string) => void;
  #journal: Journal | undefined;

  constructor(name: string, onChange: (collection: string) => void) {
    this.#name = name;
    this.#onChange = onChange;
  }

  get name(): string {
    return this.#name;
  }

  get size(): number {
    return this.#records.size;
  }

  find(id: string): T | undefined {
    return this.#records.get(id);
  }

  oldestFirst(): T[] {
    return [...this.#records.values()];
  }

  newestFirst(): T[] {
    return this.oldestFirst().toReversed();
  }

  put(record: T): T {
    this.#records.set(record.id, record);
    this.#journal?.append({ collection: this.#name, id: record.id, record });
    this.#onChange(this.#name);
    return record;
  }

  remove(id: string): void {
    if (!this.#records.delete(id)) return;
    this.#journal?.append({ collection: this.#name, id });
    this.#onChange(this.#name);
  }

  clear(): void {
    for (const id of this.#records.keys()) this.remove(id);
  }

  /** Restores a record of an earlier run. Its type is safe because the sandbox wrote the journal itself. */
  restore(id: string, record: unknown): void {
    if (record === undefined) this.#records.delete(id);
    else this.#records.set(id, record as T);
  }

  keepIn(journal: Journal): void {
    this.#journal = journal;
  }
}
