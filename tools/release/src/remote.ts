import path from 'node:path';
import { z } from 'zod';
import { readJson } from './read-json.ts';

/** An app that a team releases: a remote or the shell. */
export interface Remote {
  /** Name in the registry. */
  name: string;
  /** The folder of its sources. The released files are in its `dist`. */
  folder: string;
}

const Package = z.object({ name: z.string().optional() });

/** Named after its package without the scope, or after its folder if the package has no name. */
export async function remoteIn(folder: string): Promise<Remote> {
  const { name } = await readJson(path.join(folder, 'package.json'), Package, '{}');
  return { name: path.basename(name ?? folder), folder };
}
