import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../src/domain-error.ts';

describe('an error of the domain', () => {
  it.each([
    ['a limit', new DomainError('RATE_LIMITED', 'Too many.')],
    ['an overload', new DomainError('UNAVAILABLE', 'Busy.', { isShed: true })],
  ])('of %s has no frames, which cost something at the wrong moment', (_name, error) => {
    expect(error.stack).not.toMatch(/^\s+at /m);
  });

  it('of any other kind says where it was made, after one without frames too', () => {
    expect(new DomainError('UNAVAILABLE', 'The database is down.').stack).toMatch(/^\s+at /m);
  });
});
