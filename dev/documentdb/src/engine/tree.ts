import { join } from 'node:path';

/** Paths in the unpacked engine. PostgreSQL finds its own files relative to its executable. */
export interface EngineTree {
  libraries: string;
  loader: string;
  executables: string;
  modules: string;
  shared: string;
  /** An empty, initialized database with the extension, used as a template. */
  preparedData: string;
}

export function engineTree(engineFolder: string): EngineTree {
  const postgres = join(engineFolder, 'usr/lib/postgresql/18');
  return {
    libraries: join(engineFolder, 'usr/lib/engine'),
    loader: join(engineFolder, 'usr/lib/engine/ld.so'),
    executables: join(postgres, 'bin'),
    modules: join(postgres, 'lib'),
    shared: join(engineFolder, 'usr/share/postgresql/18'),
    preparedData: join(engineFolder, 'prepared-data'),
  };
}
