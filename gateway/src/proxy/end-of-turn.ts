let waiting: (() => void)[] = [];

/**
 * Calls `write` once everything is read that has arrived in this turn of the event loop, together with all others that were
 * given. A write to a peer that sleeps wakes it, which costs the writer more than the bytes: one after the other, only the first
 * of a turn does.
 */
export function endOfTurn(write: () => void): void {
  if (waiting.push(write) === 1) setImmediate(writeAll);
}

function writeAll(): void {
  const writes = waiting;
  waiting = [];
  for (const write of writes) write();
}
