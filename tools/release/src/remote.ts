import path from 'node:path';
import { z } from 'zod';
import { readJson } from './read-json.ts';

/** What a team releases: a remote, or the shell. */
export interface Remote {
  /** As the registry knows it. */
  name: string;
  /** Where it is built; what is released is in its `dist`. */
  folder: string;
}

const Package = z.object({ name: z.string().optional() });

/** Named by its package without the scope, whatever a team calls its folder; by the folder where the package has no name. */
export async function remoteIn(folder: string): Promise<Remote> {
  const { name } = await readJson(path.join(folder, 'package.json'), Package, '{}');
  return { name: path.basename(name ?? folder), folder };
}
