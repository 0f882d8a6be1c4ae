import { createHash } from 'node:crypto';
import { chmod, chown, lstat, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Debian's `nobody`, for servers that refuse to run as root. */
const nobody = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

/** The user for such a server: nobody if we are root, otherwise the current user. */
export const serverUser: { uid?: number; gid?: number } = isRoot ? nobody : {};

/** Gives a whole folder to the user that runs the servers. */
export async function giveToServerUser(path: string): Promise<void> {
  if (!isRoot) return;
  await chown(path, nobody.uid, nobody.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveToServerUser(join(path, name));
}

/** Allows traversal of a temporary folder. `mkdtemp` creates it closed, and its name stays secret. */
async function openIfTemporary(folder: string, mode: number): Promise<boolean> {
  if (!folder.startsWith(`${resolve(tmpdir())}/`)) return false;
  await chmod(folder, (mode & 0o777) | 0o011);
  return true;
}

async function isOpenToAll(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const mode = await stat(at).then(
      (found) => found.mode,
      () => 0o001, // yet to be made, open
    );
    if ((mode & 0o001) === 0 && !(await openIfTemporary(at, mode))) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * A folder that the server can reach. It is the folder itself with access through its temporary parent. If the
 * folder is below one that only root may enter (`/root`) and the server runs as nobody, it is a substitute in
 * `/var/tmp`.
 */
export async function placeForServer(folder: string): Promise<string> {
  const wanted = resolve(folder);
  if (!isRoot || (await isOpenToAll(dirname(wanted)))) return wanted;
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const place = join('/var/tmp', `local-stack-${name}`);
  const owner = await lstat(place).then(
    ({ uid }) => uid,
    () => 0,
  );
  if (owner !== 0 && owner !== nobody.uid) throw new Error(`${place} belongs to somebody else`);
  return place;
}
