import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const EXTENSION = join(import.meta.dirname, '..');
/** Where what the button and the history say comes from. */
const SOURCES = [
  'button/content.ts',
  'button/ping-button.ts',
  'worker/capture.ts',
  'outbox/drain.ts',
  'outbox/read-outcome.ts',
];
const GOOD = ['Sent', 'Pinged!'];

describe('the guide on connections', () => {
  it('has a row for everything that can keep a lead from arriving, in the words on the screen', async () => {
    const texts = await Promise.all(SOURCES.map((file) => readFile(join(EXTENSION, 'src', file), 'utf8')));
    const said = texts.flatMap((text) =>
      [...text.matchAll(/(?:\btext: |\brefused\(\s*)'([^']+)'/g)].map(([, words]) => words ?? ''),
    );
    expect(said.length).toBeGreaterThan(10);
    const guide = await readFile(join(EXTENSION, '../guides/docs/troubleshooting-connection.mdx'), 'utf8');
    const rows = [...guide.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, words]) => words);
    expect(said.filter((words) => !GOOD.includes(words) && !rows.includes(words))).toEqual([]);
  });
});
