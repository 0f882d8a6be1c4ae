import type { Call, Command } from './call.ts';

/** `maxTimeMS` of a getMore limits the wait of a tailable cursor, which is not supported. */
function timeLimitOf({ name, body }: Call): number {
  return name === 'getMore' ? 0 : Math.trunc(body.number('maxTimeMS') ?? 0);
}

/** Runs a command with its `maxTimeMS` on one connection with that limit. */
export async function withTimeLimit(call: Call, command: Command): Promise<Uint8Array> {
  const limit = timeLimitOf(call);
  if (limit <= 0) return command(call);
  const connection = call.connection ?? (await call.services.connections.take());
  let isUsable = true;
  try {
    await connection.query(`SET statement_timeout = ${limit}`);
    return await command({ ...call, connection });
  } finally {
    // A limit of very few milliseconds can also hit this statement.
    await connection.query('SET statement_timeout = 0').catch(() => (isUsable = false));
    if (!call.connection) connection.release(!isUsable);
  }
}
