import { openApiOf } from '@leadping/contracts/openapi';
import type { Route } from '@leadping/contracts/route';
import { ROUTES } from '@leadping/contracts/routes';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { breakingChanges, type ApiDocument } from './breaking-changes.ts';
import { writeDerived } from './derived-files.ts';
import { DATA_FOLDER, ROOT } from './root.ts';

const exec = promisify(execFile);
const DOCUMENT = join(DATA_FOLDER, 'openapi.json');

/** The OpenAPI document of a commit, made from its own contracts with the packages that are installed now. */
export async function documentAt(commit: string): Promise<ApiDocument> {
  await mkdir(DATA_FOLDER, { recursive: true });
  // Inside the checkout, so that imports of packages find them.
  const folder = await mkdtemp(join(DATA_FOLDER, 'openapi-'));
  try {
    const archive = join(folder, 'contracts.tar');
    await exec('git', ['archive', '--output', archive, commit, 'contracts', 'tsconfig.base.json'], {
      cwd: ROOT,
    });
    await exec('tar', ['-xf', archive, '-C', folder]);
    const load = (name: string) => import(join(folder, 'contracts/src', name)) as Promise<unknown>;
    const { openApiOf: documentOf } = (await load('openapi.ts')) as { openApiOf: typeof openApiOf };
    const { ROUTES: routes } = (await load('routes.ts')) as { ROUTES: readonly Route[] };
    return documentOf(routes, '/') as unknown as ApiDocument;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const document = openApiOf(ROUTES, '/');
  if (values.since === undefined) {
    const count = await writeDerived(ROOT);
    await mkdir(DATA_FOLDER, { recursive: true });
    await writeFile(DOCUMENT, JSON.stringify(document, null, 2));
    console.log(`${count} files written from the contracts, and the OpenAPI document to ${DOCUMENT}`);
  } else {
    const changes = breakingChanges(await documentAt(values.since), document as unknown as ApiDocument);
    for (const change of changes) console.log(change);
    console.log(`${changes.length} breaking changes of the API since ${values.since}`);
    process.exitCode = changes.length > 0 ? 1 : 0;
  }
}
