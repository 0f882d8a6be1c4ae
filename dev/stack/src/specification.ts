import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { BROWSER, JEST, readResults, rowIds, type RanTest } from './test-results.ts';

interface Row {
  id: string;
  owner: string;
  text: string;
}

async function readRows(): Promise<Row[]> {
  const [, ...lines] = (await readFile(join(ROOT, 'docs/specification.tsv'), 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [id = '', , , owner = '', text = ''] = line.split('\t');
    return { id, owner, text };
  });
}

/** The ids that tests prove: named in a title that ran, where every test that names it passed and none was skipped. */
export function provenIds(tests: RanTest[]): Set<string> {
  const named = (isWanted: (test: RanTest) => boolean) =>
    new Set(tests.filter(isWanted).flatMap(({ title }) => rowIds(title)));
  const unproven = named(({ outcome }) => outcome !== 'passed');
  return new Set([...named(({ outcome }) => outcome === 'passed')].filter((id) => !unproven.has(id)));
}

if (process.argv[1] === import.meta.filename) {
  const tests = [...(await readResults(JEST)), ...(await readResults(BROWSER))];
  if (!tests.some(({ outcome }) => outcome === 'passed')) {
    console.error('No results yet: run `npm test` first.');
    process.exit(1);
  }
  const rows = await readRows();
  const proven = provenIds(tests);
  const unknown = [...proven].filter((id) => !rows.some((row) => row.id === id));
  const owners = [...new Set(rows.map(({ owner }) => owner))].sort();
  for (const owner of owners) {
    const owned = rows.filter((row) => row.owner === owner);
    const missing = owned.filter(({ id }) => !proven.has(id));
    console.log(`\n${owner}: ${owned.length - missing.length} of ${owned.length} proven`);
    for (const { id, text } of missing) console.log(`  - ${id} ${text}`);
  }
  const total = rows.filter(({ id }) => proven.has(id)).length;
  console.log(`\nall: ${total} of ${rows.length} proven`);
  if (unknown.length > 0) console.log(`named by tests, but no row: ${unknown.join(', ')}`);
}
