import { expect, it } from '@jest/globals';
import { ROUTES } from '@leadping/contracts/routes';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkDerived, derivedFiles } from '../src/derived-files.ts';
import { ROOT } from '../src/root.ts';

it('the check of derived files names only outdated, missing and left-over files', async () => {
  const files = await derivedFiles(ROOT);
  const endpoints = [...files.values()].join('\n');
  expect(ROUTES.filter(({ path }) => !endpoints.includes(`path: '${path}'`))).toEqual([]);
  const root = await mkdtemp(join(tmpdir(), 'derived-'));
  const write = async (path: string, text: string) => {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  try {
    for (const [path, text] of files) await write(path, text);
    expect(await checkDerived(root, files)).toEqual([]);

    await write('docs/security/access.md', '');
    await write('deploy/nats.conf', '');
    await rm(join(root, 'contracts/src/endpoints/identity/session.ts'));
    await write('contracts/src/endpoints/gone.ts', '');
    expect((await checkDerived(root, files)).map((problem) => problem.split(' ', 1)[0])).toEqual([
      'docs/security/access.md',
      'deploy/nats.conf',
      'contracts/src/endpoints/identity/session.ts',
      'contracts/src/endpoints/gone.ts',
    ]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
