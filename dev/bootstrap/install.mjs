/**
 * Prerequisites of both commands before any dependency is installed: plain Node.js in the right version, and the
 * packages of the lockfile. This file may not import a package.
 */
import { spawn } from 'node:child_process';
// A default import, because an old Node.js may lack one of the named exports and would fail before it can report its
// version.
import fs from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');

const LOWEST_NODE = [20, 19];
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Ends the process with one clear message and the next step. */
export function giveUp(message) {
  console.error(`\n✗ ${message}\n`);
  process.exit(1);
}

/** Checks Node.js and the disk, and installs the lockfile's packages if they are missing or outdated. */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor < LOWEST_NODE[1])) {
    giveUp(
      `Node.js ${LOWEST_NODE.join('.')} or newer is needed, this is ${process.versions.node}. Install it from https://nodejs.org and try again.`,
    );
  }
  if (isInstalled()) return;
  const { bavail, bsize } = fs.statfsSync(root);
  if (bavail * bsize < NEEDED_BYTES) {
    giveUp(
      `The disk has ${Math.round((bavail * bsize) / 1024 ** 2)} MB left, the packages and the local stack need 2 GB. Free some and try again.`,
    );
  }
  const since = Date.now();
  console.log('… installing packages (npm install)');
  // Not `npm ci`, which removes all packages first. With --no-save the lockfile is followed and never written.
  const { code, output } = await runNpm([
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0) giveUp(installFailure(output));
  console.log(`✓ packages installed in ${((Date.now() - since) / 1000).toFixed(1)} s`);
}

/** Whether npm's own record of installed packages has every package of the lockfile in the same version. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!fs.existsSync(record)) return false;
  const packagesOf = (file) => JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, link, optional, peer }]) =>
      !path.includes('node_modules/') || link || optional || peer || installed[path]?.version === version,
  );
}

/**
 * Runs TypeScript of the `dev` folder as a child that receives our signals, and exits with its code.
 * @param node the Node.js that runs it
 */
export function runTypeScript(file, args, { node = process.execPath, env = process.env } = {}) {
  const child = spawn(
    node,
    [
      '--conditions=source',
      '--import',
      'tsx',
      '--disable-warning=ExperimentalWarning',
      join(root, file),
      ...args,
    ],
    // The channel carries no messages. When this process is killed, the child sees it close and stops everything.
    { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env },
  );
  // The terminal sends Ctrl-C to both. The child stops what it started, and this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  whenNpmEnds(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

const LOOK_AT_NPM_MS = 500;

/** npm passes SIGTERM only to its shell, and nothing when it is killed, but managers signal only the npm process. */
function whenNpmEnds(onEnd) {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    onEnd();
  }, LOOK_AT_NPM_MS);
  timer.unref();
}

/** The parent, and the grandparent if the parent is npm's shell. An orphan gets another parent. */
function ancestors() {
  const parent = process.ppid;
  try {
    const isShell = /^(sh|dash|bash|ash)$/.test(fs.readFileSync(`/proc/${parent}/comm`, 'utf8').trim());
    const status = fs.readFileSync(`/proc/${parent}/status`, 'utf8');
    return isShell ? `${parent} ${/^PPid:\s*(\d+)$/m.exec(status)?.[1]}` : String(parent);
  } catch {
    // Without /proc only the parent is checked.
    return String(parent);
  }
}

export async function runNpm(args) {
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd: root,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
      process.stderr.write(chunk);
    });
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function installFailure(output) {
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|network/i.test(output)) {
    return 'The npm registry cannot be reached. Check the connection (`npm ping`) and try again; nothing else was changed.';
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. Free 2 GB and try again.';
  return 'npm install failed; its message stands above. Try again after `rm -rf node_modules`.';
}
