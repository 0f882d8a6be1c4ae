import type { Call, Command } from './call.ts';

/** `maxTimeMS` of a getMore is about how long a tailable cursor waits, which none of ours is. */
function timeLimitOf({ name, body }: Call): number {
  return name === 'getMore' ? 0 : Math.trunc(body.number('maxTimeMS') ?? 0);
}

/** Runs a command under its `maxTimeMS`, on one connection with that limit. */
export async function withTimeLimit(call: Call, command: Command): Promise<Uint8Array> {
  const limit = timeLimitOf(call);
  if (limit <= 0) return command(call);
  const connection = call.connection ?? (await call.services.connections.take());
  let isUsable = true;
  try {
    await connection.query(`SET statement_timeout = ${limit}`);
    return await command({ ...call, connection });
  } finally {
    // A limit of very few milliseconds can hit its own removal.
    await connection.query('SET statement_timeout = 0').catch(() => (isUsable = false));
    if (!call.connection) connection.release(!isUsable);
  }
}
