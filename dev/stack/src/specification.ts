import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { BROWSER, JEST, readResults, rowIds, type RanTest } from './test-results.ts';

interface Row {
  id: string;
  owner: string;
  text: string;
}

/** The rows of the specification and of its readings. */
const ROW_FILES = ['docs/specification.tsv', 'docs/readings.tsv'];
/** Names in brackets the rows with a different implementation that the owner of the specification accepted. */
const SETTLED = 'docs/decisions/0024-screens-that-depart.md';

const readText = (file: string) => readFile(join(ROOT, file), 'utf8');

export async function readRows(): Promise<Row[]> {
  const files = await Promise.all(ROW_FILES.map(readText));
  const lines = files.flatMap((text) => text.trim().split('\n').slice(1));
  return lines.map((line) => {
    const [id = '', , , owner = '', text = ''] = line.split('\t');
    return { id, owner, text };
  });
}

/** The ids of rows that the product satisfies in a settled form. */
export const readSettledIds = async (): Promise<Set<string>> => new Set(rowIds(await readText(SETTLED)));

/** The ids that tests prove: every test with the id in its title passed, and none was skipped. */
export function provenIds(tests: RanTest[]): Set<string> {
  const named = (isWanted: (test: RanTest) => boolean) =>
    new Set(tests.filter(isWanted).flatMap(({ title }) => rowIds(title)));
  const unproven = named(({ outcome }) => outcome !== 'passed');
  return new Set([...named(({ outcome }) => outcome === 'passed')].filter((id) => !unproven.has(id)));
}

/** Lists the unproven rows of each owner, and counts the rows proven in a settled form separately. */
export function describeRows(rows: Row[], proven: Set<string>, settled: Set<string>): string[] {
  const owners = [...new Set(rows.map(({ owner }) => owner))].sort();
  const listed = owners.flatMap((owner) => {
    const owned = rows.filter((row) => row.owner === owner);
    const missing = owned.filter(({ id }) => !proven.has(id));
    return [
      '',
      `${owner}: ${owned.length - missing.length} of ${owned.length} proven`,
      ...missing.map(asItem),
    ];
  });
  const provenRows = rows.filter(({ id }) => proven.has(id));
  const inSettledForm = provenRows.filter(({ id }) => settled.has(id));
  return [
    ...listed,
    '',
    `all: ${provenRows.length} of ${rows.length} proven`,
    `of these ${inSettledForm.length} in a settled form (${SETTLED}):`,
    ...inSettledForm.map(asItem),
  ];
}

const asItem = ({ id, text }: Row) => `  - ${id} ${text}`;

if (process.argv[1] === import.meta.filename) {
  const tests = [...(await readResults(JEST)), ...(await readResults(BROWSER))];
  if (!tests.some(({ outcome }) => outcome === 'passed')) {
    console.error('No results yet: run `npm test` first.');
    process.exit(1);
  }
  const rows = await readRows();
  const proven = provenIds(tests);
  const unknown = [...proven].filter((id) => !rows.some((row) => row.id === id));
  for (const line of describeRows(rows, proven, await readSettledIds())) console.log(line);
  if (unknown.length > 0) console.log(`named by tests, but no row: ${unknown.join(', ')}`);
}
