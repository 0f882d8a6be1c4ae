const KINDS: Readonly<Record<string, string>> = {
  insert: 'insert',
  find: 'query',
  update: 'update',
  delete: 'delete',
  getMore: 'getmore',
};

/**
 * Number of commands by the kinds of `serverStatus.opcounters`. Unlike in MongoDB, a batch of inserts counts once.
 */
export class Operations {
  readonly counts: Record<string, number> = {
    insert: 0,
    query: 0,
    update: 0,
    delete: 0,
    getmore: 0,
    command: 0,
  };

  count(command: string): void {
    const kind = KINDS[command] ?? 'command';
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }
}
