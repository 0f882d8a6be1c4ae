import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectDatabase, isDatabaseUp, openDatabase } from '../src/data/database.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { openBreakableConnection, type BreakableConnection } from '@leadping/test-kit/breakable-connection';
import { captureLog } from '@leadping/test-kit/captured-log';
import { until } from '@leadping/test-kit/until';
import mongoose, { type Connection } from 'mongoose';

let door: BreakableConnection;
let database: Connection;
beforeAll(async () => {
  door = await openBreakableConnection(process.env.MONGODB_URI ?? '');
  const log = buildLog({ service: 'svc-commerce', level: 'silent' });
  database = await connectDatabase({ uri: door.uri, name: 'lost-database', log, timeoutMs: 1000 });
});
afterAll(async () => {
  door.mend();
  await database.close();
  await door.close();
});

/** The driver's internal monitor of a server, with its timer for the next check. */
interface Monitored {
  topology: { s: { servers: Map<string, { monitor: { monitorId?: { stop: () => void } } }> } };
}

it('a database whose monitor is stuck counts as up again once it replies', async () => {
  expect(await isDatabaseUp(database)).toBe(true);
  door.cut();
  await until(() => database.readyState !== mongoose.ConnectionStates.connected);
  // The driver's state after a connection is cut during a check: no further check follows.
  const { topology } = database.getClient() as unknown as Monitored;
  for (const { monitor } of topology.s.servers.values()) monitor.monitorId?.stop();
  door.mend();
  await until(() => isDatabaseUp(database));
});

it('a database that is not available yet is logged once per attempt, and is connected once it is available', async () => {
  const captured = captureLog();
  const later = await openBreakableConnection(process.env.MONGODB_URI ?? '');
  later.cut();
  const log = buildLog({ service: 'gateway', level: 'info' });
  const { database: opened, close } = openDatabase({ uri: later.uri, name: 'later', log, timeoutMs: 200 });
  try {
    await until(() => captured.find('database unavailable, retrying').length > 1);
    expect(captured.find('database error')).toEqual([]);
    later.mend();
    await until(() => isDatabaseUp(opened));
  } finally {
    captured.stop();
    await close();
    await later.close();
  }
});
