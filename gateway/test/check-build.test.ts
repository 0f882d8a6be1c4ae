import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../src/releases/check-build.ts';
import { publish } from '../src/releases/publish.ts';
import { NOTHING_RELEASED } from '../src/releases/release-state.ts';
import { aBuild, aShell } from './builds.ts';

describe('the contract of a remote', () => {
  const remote = (contract: number) => aBuild({ name: 'mfe-elder', contract }).manifest;
  const withShell = (contract: number) =>
    publish(NOTHING_RELEASED, { builds: [aShell('4.0.0', { contract }).manifest] });

  it('may be the shell’s own', () => {
    const state = publish(withShell(3), { builds: [remote(3)] });
    expect(warningsOf(state, ['mfe-elder'])).toEqual([]);
  });

  it('may be the one before, which the team is warned of', () => {
    const state = publish(withShell(3), { builds: [remote(2)] });
    expect(warningsOf(state, ['mfe-elder'])).toEqual([
      'mfe-elder@1.0.0 speaks contract 2. The shell speaks 3, and the next one will refuse 2.',
    ]);
  });

  it.each([1, 4])('is refused at %i, with those that the shell accepts', (contract) => {
    expect(() => publish(withShell(3), { builds: [remote(contract)] })).toThrow(
      `mfe-elder@1.0.0: speaks contract ${contract}, shell@4.0.0 accepts 3 and 2.`,
    );
  });

  it('lets a shell of the next contract be released, and holds back the one after', () => {
    const state = publish(withShell(1), { builds: [remote(1)] });
    const next = publish(state, { builds: [aShell('5.0.0', { contract: 2 }).manifest] });
    expect(() => publish(next, { builds: [aShell('6.0.0', { contract: 3 }).manifest] })).toThrow(
      'mfe-elder@1.0.0: speaks contract 1, shell@6.0.0 accepts 3 and 2.',
    );
  });
});
