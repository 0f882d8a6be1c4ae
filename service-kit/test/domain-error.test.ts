import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../src/domain-error.ts';

describe('a domain error', () => {
  it.each([
    ['a limit', new DomainError('RATE_LIMITED', 'Too many.')],
    ['an overload', new DomainError('UNAVAILABLE', 'Busy.', { isShed: true })],
  ])('for %s has no stack frames, because collecting them would cost too much under load', (_name, error) => {
    expect(error.stack).not.toMatch(/^\s+at /m);
  });

  it('for any other reason has stack frames, even if an error without frames was created before', () => {
    expect(new DomainError('UNAVAILABLE', 'The database is down.').stack).toMatch(/^\s+at /m);
  });
});
