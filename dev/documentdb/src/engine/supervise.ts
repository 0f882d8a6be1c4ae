import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stopChild } from '@leadping/dev-machine/stop-process';
import { ensureDataFolder } from './data-folder.ts';
import { startPostgres } from './postgres.ts';
import type { EngineSettings } from './settings.ts';

export interface EngineOptions extends EngineSettings {
  engineFolder: string;
  dataFolder: string;
  onUp(pid: number): void;
  onDown(): void;
  /** Called if the engine cannot be restarted. */
  onGivenUp(error: unknown): void;
}

export interface Engine {
  stop(): Promise<void>;
}

const restartAttempts = 100;
const restartPauseMs = 100;

/** After a kill the next server can start only once the dead server's children have released its shared memory. */
async function restart({ engineFolder, dataFolder, ...settings }: EngineOptions): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostgres(engineFolder, dataFolder, settings);
    } catch (error) {
      if (attempt === restartAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, restartPauseMs));
    }
  }
}

/**
 * Keeps PostgreSQL running on a data folder and restarts it whenever it exits. No other server may run on the folder.
 */
export async function superviseEngine(options: EngineOptions): Promise<Engine> {
  const { engineFolder, dataFolder } = options;
  await ensureDataFolder(engineFolder, dataFolder);
  let isStopping = false;
  let child = await restart(options);

  const watch = async () => {
    while (!isStopping) {
      options.onUp(child.pid ?? 0);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (isStopping) return;
      options.onDown();
      child = await restart(options);
    }
  };
  const watching = watch().catch((error: unknown) => options.onGivenUp(error));

  return {
    async stop() {
      isStopping = true;
      await stopChild(child, { signal: 'SIGINT', withinMs: 15_000 });
      await watching;
    },
  };
}
