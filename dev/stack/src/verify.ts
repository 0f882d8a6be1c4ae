import { spawn } from 'node:child_process';
import { checkFolders } from './check-folders.ts';
import { checkLinks } from './check-links.ts';
import { checkDerived } from './derived-files.ts';
import { checkWords } from './check-words.ts';
import { ROOT } from './root.ts';

export interface Check {
  name: string;
  problems: string;
}

const bin = (name: string) => `node_modules/.bin/${name}`;

/** Every check of the source that needs nothing running. `problems` is empty where there are none. */
export async function verifySources(onCheck: (check: Check) => void): Promise<Check[]> {
  const commands: [string, string, string[]][] = [
    ['format', bin('prettier'), ['--check', '--log-level=warn', '.']],
    ['types of the services', bin('tsc'), ['-b']],
    // After the types: it reads the declarations that they leave.
    ['lint and import directions', bin('oxlint'), ['--type-aware', '--quiet']],
    ['types of pages, tests and tools', bin('tsc'), ['-p', 'tsconfig.tests.json']],
    ['dead code and unused dependencies', bin('knip'), ['--no-progress', '--no-config-hints']],
  ];
  const checks: Check[] = [];
  const add = (check: Check) => {
    checks.push(check);
    onCheck(check);
  };
  for (const [name, command, args] of commands) add({ name, problems: await output(command, args) });
  add({ name: 'links in the documents', problems: (await checkLinks(ROOT)).join('\n') });
  const circles = await checkFolders(ROOT);
  add({ name: 'folders that import each other', problems: circles.join('\n') });
  add({ name: 'words of the field', problems: (await checkWords(ROOT)).join('\n') });
  add({ name: 'files made from the contracts', problems: (await checkDerived(ROOT)).join('\n') });
  return checks;
}

async function output(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? '' : text || `${command} ended with ${code}`));
  });
}

if (process.argv[1] === import.meta.filename) {
  const checks = await verifySources(({ name, problems }) => {
    console.log(`${problems ? '✗' : '✓'} ${name}`);
    if (problems) console.log(problems);
  });
  process.exit(checks.some(({ problems }) => problems) ? 1 : 0);
}
