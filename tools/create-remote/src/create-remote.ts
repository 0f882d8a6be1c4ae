import { run } from '@leadping/dev-machine/run';
import path from 'node:path';
import { type NewRemote, readArguments, USAGE, UsageError } from './arguments.ts';
import { writeRemote } from './write-remote.ts';
import { writeRepository } from './write-repository.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

try {
  const asked = readArguments(process.argv.slice(2));
  if (asked === 'help') console.log(USAGE);
  else await create(asked);
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(`${(error as Error).message}${isUsage ? ' See --help.' : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}

async function create({ repository, ...remote }: NewRemote): Promise<void> {
  const files = repository
    ? await writeRepository(ROOT, path.resolve(repository), remote)
    : await writeRemote(ROOT, remote);
  // Reformat, because the lengths of names and routes change line breaks.
  const config = path.join(ROOT, '.prettierrc.json');
  await run('npx', ['prettier', '--config', config, '--ignore-unknown', '--write', ...files], { cwd: ROOT });
  for (const file of files) console.log(`  ${file}`);
  console.log(`
${remote.name} shows ${remote.route}. Next:

  ${(repository ? nextIn(repository) : nextHere(remote.name)).join('\n  ')}
`);
}

function nextHere(name: string): string[] {
  return [
    'npm install                          so that the lockfile knows it',
    `npm run dev -w ${name}`,
    `npm run jest -- ${name}`,
    `npm run release -w ${name}`,
  ];
}

function nextIn(folder: string): string[] {
  return [`cd ${folder}`, 'npm install', 'npm test', 'npm run release -- --preview first'];
}
