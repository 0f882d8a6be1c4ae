import { readdir, readFile } from 'node:fs/promises';

/** The kernel's clock tick for processes, the same on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has used so far. */
export async function cpuMs(pid: number): Promise<number> {
  const fields = await statOf(pid);
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}

/** Bytes of memory that a process holds, shared pages included. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Bytes that a process and its children take of the machine: a page that several share counts once. */
export async function treeBytes(pid: number): Promise<number> {
  const shares = await Promise.all((await treeOf(pid)).map(proportionalBytes));
  return shares.reduce((sum, bytes) => sum + bytes, 0);
}

async function proportionalBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const pss = /^Pss:\s+(\d+) kB/m.exec(rollup)?.[1];
  return pss === undefined ? 0 : Number(pss) * 1024;
}

async function treeOf(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => [pid, Number((await statOf(pid).catch(() => []))[1] ?? 0)] as const),
  );
  const below = (parent: number): number[] =>
    parents.flatMap(([pid, its]) => (its === parent ? [pid, ...below(pid)] : []));
  return [root, ...below(root)];
}

/** The fields of `/proc/<pid>/stat` after the program's name, which may hold spaces: state, parent, ... */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
