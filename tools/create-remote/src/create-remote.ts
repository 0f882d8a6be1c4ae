import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { readArguments, USAGE } from './arguments.ts';
import { writeRemote } from './write-remote.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

try {
  const remote = readArguments(process.argv.slice(2));
  const files = await writeRemote(ROOT, remote);
  // Names and routes of any length fit their lines.
  await promisify(execFile)('npx', ['prettier', '--write', ...files], { cwd: ROOT });
  for (const file of files) console.log(`  ${file}`);
  console.log(`
${remote.name} shows ${remote.route}. Next:

  npm install                          so that the lockfile knows it
  npm run dev -w ${remote.name}
  npm run jest -- ${remote.name}
  npm run release -w ${remote.name}
`);
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`);
  process.exitCode = 2;
}
