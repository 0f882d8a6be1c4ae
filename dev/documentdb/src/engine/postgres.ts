import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverUser } from '@leadping/dev-machine/unprivileged';
import { engineArguments, type EngineSettings } from './settings.ts';
import { engineTree } from './tree.ts';

/**
 * Starts PostgreSQL and resolves when it accepts connections.
 * @throws with the last lines of PostgreSQL's output if it exits
 */
export async function startPostgres(
  engineFolder: string,
  dataFolder: string,
  settings: EngineSettings,
): Promise<ChildProcess> {
  const { executables } = engineTree(engineFolder);
  const child = spawn(join(executables, 'postgres'), engineArguments(dataFolder, settings), {
    ...serverUser,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lastLines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      if (line.includes('database system is ready to accept connections')) resolve();
    });
  });
  const ended = Promise.race([
    once(child, 'exit').then(() => lastLines.join('\n')),
    once(child, 'error').then(([error]) => String(error)),
  ]);
  const reason = await Promise.race([ready, ended]);
  if (typeof reason === 'string') throw new Error(`PostgreSQL did not start:\n${reason}`);
  return child;
}
