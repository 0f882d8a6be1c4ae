import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRESETS } from '../src/configurations/presets.ts';
import { describeOutcome } from '../src/outbox/describe-outcome.ts';
import { say } from './fake-texts.ts';

const EXTENSION = join(import.meta.dirname, '..');
/** Where what the button and the history say comes from. */
const SOURCES = ['button/press.ts', 'worker/capture.ts', 'outbox/drain.ts', 'outbox/read-outcome.ts'];
const GOOD = ['Sent', 'Pinged!'];

describe('the guide on connections', () => {
  it('has a row for every delivery problem, in the words on the screen', async () => {
    const sources = await Promise.all(SOURCES.map((file) => readFile(join(EXTENSION, 'src', file), 'utf8')));
    const find = (pattern: RegExp) =>
      sources.flatMap((source) => [...source.matchAll(pattern)].map(([, found]) => found ?? ''));
    const said = [
      ...find(/(?:\btext: |\brefused\(\s*)(?:text|named)\('(\w+)'\)/g).map((key) => say([[key]])),
      // What a row stores.
      ...find(/\btext: '([^']+)'/g).map((stored) => say([describeOutcome(stored)])),
    ];
    expect(said.length).toBeGreaterThan(10);
    const guide = await readFile(join(EXTENSION, '../guides/docs/troubleshooting-connection.mdx'), 'utf8');
    const rows = [...guide.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, words]) => words);
    expect(said.filter((words) => !GOOD.includes(words) && !rows.includes(words))).toEqual([]);
  });
});

it('the guide, the preset and the question for HubSpot say that a person without an email becomes a new contact', async () => {
  const guide = await readFile(join(EXTENSION, '../guides/docs/hubspot-integration.mdx'), 'utf8');
  expect(guide).toMatch(/Without an email it creates a new contact each time/);
  expect(say([[PRESETS.hubspot.hint]])).toMatch(
    /A person without an email becomes a new contact at each send/,
  );
  expect(say([['sentBeforeHubspot']])).toMatch(/Without an email HubSpot creates a second contact/);
});
