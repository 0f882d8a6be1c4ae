import { beforeEach, describe, expect, it } from '@jest/globals';
import { openPublished } from '../src/selectors/published-selectors.ts';

const SET = { jobTitle: ['.headline'] };

describe('a set of published selectors', () => {
  let stored: Record<string, unknown>;
  beforeEach(() => {
    stored = { selectors: { hash: 'new', version: 1, set: SET } };
    const local = {
      get: (_keys: string[], done: (items: object) => void) => done(stored),
      set: (items: object, done: () => void) => {
        stored = { ...stored, ...items };
        done();
      },
    };
    Object.assign(globalThis, { chrome: { storage: { local }, runtime: {} } });
  });
  const open = () => openPublished(() => {});
  /** A page that is gone before the set has run: what it marked is all that stays. */
  const openAndLeave = () =>
    openPublished(() => {
      throw new Error('the tab is gone');
    }).catch(() => {});

  it('survives two tabs that were closed during its trial', async () => {
    await openAndLeave();
    await openAndLeave();
    expect(await open()).toEqual(SET);
    expect(stored.trial).toEqual({ hash: 'new', finished: true });
    expect(await open()).toEqual(SET);
  });

  it('is never run again after three trials that did not finish; the next set is', async () => {
    for (let page = 0; page < 3; page += 1) await openAndLeave();
    let runs = 0;
    expect(await openPublished(() => (runs += 1))).toEqual({});
    expect(runs).toBe(0);
    stored.selectors = { hash: 'newer', version: 2, set: SET };
    expect(await open()).toEqual(SET);
  });
});
