import { chown, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findExecutable } from './find-executable.ts';

/** Debian's `nobody`: servers that refuse to run as root run as this one. */
const nobody = { uid: 65534, gid: 65534 };

export const isRoot = process.getuid?.() === 0;

/** Gives a whole folder to the user that the servers run as. */
export async function giveToServerUser(path: string): Promise<void> {
  if (!isRoot) return;
  await chown(path, nobody.uid, nobody.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveToServerUser(join(path, name));
}

async function isOpenToAll(folder: string): Promise<boolean> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

export interface ServerCommand {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/**
 * How to run a server that refuses root. As root it becomes `nobody`; below a closed folder (`/root`) it keeps the
 * one capability that lets it pass through.
 */
export async function asServerUser(
  command: string,
  args: string[],
  folders: string[],
): Promise<ServerCommand> {
  if (!isRoot) return { command, args };
  const open = await Promise.all(folders.map((folder) => isOpenToAll(dirname(resolve(folder)))));
  if (open.every(Boolean)) return { command, args, ...nobody };
  const setpriv = await findExecutable('setpriv');
  if (!setpriv) {
    throw new Error(
      `user nobody cannot reach ${folders.join(' or ')}, and setpriv (util-linux) is not installed`,
    );
  }
  const identity = [`--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups'];
  const passage = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { command: setpriv, args: [...identity, ...passage, command, ...args] };
}
