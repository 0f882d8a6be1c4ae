import { describe, expect, it } from '@jest/globals';
import { maskEmail, maskEmailsIn } from '../src/privacy/mask-email.ts';

describe('masked addresses', () => {
  it.each([
    ['jane@example.com', 'j***@example.com'],
    ['"a@b"@example.com', '"***@example.com'],
    ['', '***'],
    ['jane', '***'],
    ['@example.com', '***'],
  ])('%j is shown as %j', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  it('are masked anywhere in a text', () => {
    expect(maskEmailsIn('Inactive recipient <jane@example.com>, see @support')).toBe(
      'Inactive recipient <j***@example.com>, see @support',
    );
  });
});
