import { beforeEach, describe, expect, it } from '@jest/globals';
import { openPublished } from '../src/selectors/published-selectors.ts';
import { fakeStorage } from './fake-storage.ts';

const SET = { jobTitle: ['.headline'] };

describe('a set of published selectors', () => {
  let storage: ReturnType<typeof fakeStorage>;
  beforeEach(() => {
    storage = fakeStorage({ selectors: { hash: 'new', version: 1, set: SET } });
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
    expect(storage.stored.trial).toEqual({ hash: 'new', finished: true });
    expect(await open()).toEqual(SET);
  });

  it('is never run again after three unfinished trials, but the next set is tried', async () => {
    for (let page = 0; page < 3; page += 1) await openAndLeave();
    let runs = 0;
    expect(await openPublished(() => (runs += 1))).toEqual({});
    expect(runs).toBe(0);
    storage.stored.selectors = { hash: 'newer', version: 2, set: SET };
    expect(await open()).toEqual(SET);
  });
});
