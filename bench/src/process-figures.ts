import { readdir, readFile } from 'node:fs/promises';

/** The kernel's clock tick for process times, in ms. The same on every Linux that Node.js supports. */
const TICK_MS = 10;

/** Processor time of a process so far, in ms. */
export async function cpuMs(pid: number): Promise<number> {
  const fields = await statOf(pid);
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}

/** Resident memory of a process in bytes, including shared pages. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Memory of a process and its children in bytes. Shared pages count once. */
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

/** The fields of `/proc/<pid>/stat` after the program's name, which may contain spaces: state, parent, ... */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
