import { describe, expect, it } from '@jest/globals';
import { acceptedContracts, assertRemote, REMOTE_CONTRACT } from '../src/remote.ts';

describe('the contract between shell and remotes', () => {
  it('is accepted in the shell’s version and the previous one', () => {
    expect(acceptedContracts(3)).toEqual([3, 2]);
    expect(acceptedContracts(1)).toEqual([1]);
    expect(acceptedContracts()).toContain(REMOTE_CONTRACT);
  });

  it.each([
    [REMOTE_CONTRACT + 1, /speaks contract/],
    [REMOTE_CONTRACT - 2, /speaks contract/],
    ['1', /speaks contract 1/],
    [undefined, /speaks contract undefined/],
  ])('refuses a remote of contract %j', (contract, message) => {
    const load = async () => ({ default: null });
    const remote = { contract, name: 'mfe-x', routes: [{ path: '/x', page: 'x', load }], navigation: [] };
    expect(() => assertRemote(remote, 'mfe-x')).toThrow(message);
    expect(() => assertRemote({ ...remote, contract: REMOTE_CONTRACT }, 'mfe-x')).not.toThrow();
  });
});
