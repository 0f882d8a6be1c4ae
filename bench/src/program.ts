import { findFreePort } from '@leadping/dev-machine/free-port';
import { manageProcess } from '@leadping/dev-stack/managed-process';
import { ROOT } from '@leadping/dev-stack/root';
import type { Benchmark } from './benchmark.ts';

export interface RunningProgram {
  url: string;
  pid: number;
}

/** The environment of a platform process that shares its database and NATS with others. */
export const serverEnv = (database: { uri: string }, nats: { url: string }, prefix: string) => ({
  LOG_LEVEL: 'error',
  MONGODB_URI: database.uri,
  NATS_URL: nats.url,
  DATABASE_PREFIX: `${prefix}-`,
  NATS_PREFIX: prefix,
});

/** Runs a Node.js program on a free port, passed as `PORT`, until the benchmark ends. Resolves once it is ready. */
export async function runProgram(
  bench: Benchmark,
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<RunningProgram> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const running = manageProcess({
    name,
    args,
    cwd: ROOT,
    env: { PORT: String(port), ...env },
    readyUrl: `${url}/readyz`,
    onLine: (line) => lines.push(line),
    onCrash: (how) => lines.push(how),
  });
  bench.onEnd(() => running.stop());
  await running.ready().catch((error: unknown) => {
    throw new Error(`${name} did not start:\n${lines.slice(-10).join('\n')}`, { cause: error });
  });
  return { url, pid: running.pid() ?? 0 };
}
