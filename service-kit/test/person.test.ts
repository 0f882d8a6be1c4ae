import { describe, expect, it } from '@jest/globals';
import { personOf } from '../src/privacy/person.ts';

describe('a person with an address', () => {
  it.each([
    'jane@example.com',
    'Jane.Doe+news@Example.org',
    "o'x/y=v%q#i@example.com",
    '"john smith"@example.com',
  ])('%s is found and erased anywhere in a record, but a longer address is another person', (email) => {
    const { isIn, takenOutOf } = personOf(email);
    const value = {
      id: `notice:${email}:1`,
      deep: [{ to: email, text: `Dear "${email}",\n${email}` }],
      at: 7,
    };
    expect(isIn(value)).toBe(true);
    expect(isIn(email)).toBe(true);
    expect(isIn({ text: `Write to\n${email}` })).toBe(true);
    const left = takenOutOf(value);
    expect(left).toEqual({
      id: 'notice:(erased):1',
      deep: [{ to: '(erased)', text: 'Dear "(erased)",\n(erased)' }],
      at: 7,
    });
    expect(isIn(left)).toBe(false);
    for (const other of [`x.${email}`, `${email}.au`]) {
      expect(isIn({ to: other })).toBe(false);
      expect(takenOutOf({ to: other })).toEqual({ to: other });
    }
  });
});
