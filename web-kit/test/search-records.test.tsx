import { describe, expect, it } from '@jest/globals';
import { type FoundRecords, type RecordSource, searchRecords } from '../src/commands/search-records.ts';

const record = (id: string) => ({ id, label: id });
const down = (group: string): RecordSource => ({
  group,
  find: () => Promise.reject(new Error(`${group} down`)),
});

/** Searches, and keeps what was there after each reply. */
async function search(sources: RecordSource[], signal = new AbortController().signal) {
  const steps: FoundRecords[] = [];
  const result = searchRecords(sources, { text: 'ann', signal, onProgress: (by) => steps.push(by) });
  return { steps, result: await result.catch((error: Error) => error.message) };
}

describe('records that the command palette finds', () => {
  it('are listed in order of arrival, so that listed results keep their place', async () => {
    let reply = () => {};
    const slow: RecordSource = {
      group: 'Orders',
      find: () => new Promise((resolve) => (reply = () => resolve([record('order')]))),
    };
    const quick: RecordSource = {
      group: 'Licenses',
      find: (text) => {
        // The slow one replies once this one's are shown.
        setTimeout(reply, 0);
        return Promise.resolve([record(text)]);
      },
    };
    const { steps, result } = await search([slow, quick]);
    const first = { ...record('ann'), group: 'Licenses' };
    const both = [first, { ...record('order'), group: 'Orders' }];
    expect(steps.map(({ found }) => found)).toEqual([[first], both]);
    expect(result).toEqual({ found: both, missing: [] });
  });

  it('are shown beside the name of a failed group, and the search fails only if every group fails', async () => {
    const quick: RecordSource = { group: 'Orders', find: () => Promise.resolve([record('order')]) };
    expect((await search([down('Tickets'), quick])).result).toEqual({
      found: [{ ...record('order'), group: 'Orders' }],
      missing: ['Tickets'],
    });
    expect((await search([down('Tickets'), down('Orders')])).result).toBe('Tickets down');
  });

  it('are not shown if their search is outdated', async () => {
    const quick: RecordSource = { group: 'Orders', find: () => Promise.resolve([record('order')]) };
    expect((await search([quick], AbortSignal.abort())).steps).toEqual([]);
  });
});
