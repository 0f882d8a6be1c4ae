import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalEmail, EmailAddress, isEmailAddress } from '../src/email-address.ts';

describe('an email address', () => {
  it('is stored as typed, without spaces at the ends', () => {
    expect(EmailAddress.parse('  Anna@Example.org ')).toBe('Anna@Example.org');
    expect(EmailAddress.safeParse('anna').error?.issues[0]?.message).toBe(
      'Enter an email address, such as name@example.com.',
    );
  });

  it.each([
    'a&b@example.org',
    'x/y@example.org',
    'k=v@example.org',
    'p%q@example.org',
    'h#i@example.org',
    "o'hara@example.org",
    'a@xn--p1ai.xn--p1ai',
    'info@müller.de',
    'почта@пример.рф',
    '用户@例子.广告',
    '"john smith"@example.org',
    '"a@b"@example.org',
    String.raw`"a\"b"@example.org`,
    'anna@[192.0.2.1]',
    'anna@[IPv6:2001:db8::1]',
    `${'a'.repeat(64)}@example.org`,
    `a@${'b'.repeat(63)}.org`,
    `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.org`,
  ])('accepts %s [R-november.1]', (address) => {
    expect(EmailAddress.parse(address)).toBe(address);
  });

  it.each([
    '',
    '@example.org',
    'anna@',
    'anna@localhost',
    'anna@example..org',
    '.anna@example.org',
    'an..na@example.org',
    'an na@example.org',
    'anna@-example.org',
    'anna@exa_mple.org',
    'anna@192.0.2.1',
    'anna@0x7f.1',
    'anna@example.org/path',
    'anna@example.org:25',
    'anna@exa%6dple.org',
    'anna\r\nBcc: x@example.org',
    'anna\u0000@example.org',
    'an\u202ena@example.org',
    'an\u200bna@example.org',
    '"anna@example.org',
    '"a"b"@example.org',
    'anna"@example.org',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.org`,
    `${'a'.repeat(65)}@example.org`,
    `${'ä'.repeat(33)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b.'.repeat(125)}org`,
  ])('refuses %j [R-november.1]', (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });
});

describe('the canonical form of an email address', () => {
  it.each([
    ['Anna@Example.org', 'anna@example.org'],
    [' ANNA@EXAMPLE.ORG ', 'anna@example.org'],
    ['info@MÜLLER.de', 'info@xn--mller-kva.de'],
    ['info@xn--mller-kva.DE', 'info@xn--mller-kva.de'],
    ['ÄNNE@example.org', 'änne@example.org'],
    ['"Anna"@example.org', 'anna@example.org'],
    [String.raw`"an\na"@example.org`, 'anna@example.org'],
    ['"Anna B"@example.org', '"anna b"@example.org'],
    ['not an address', 'not an address'],
    // The beginning of an address, as in a search.
    ['Wang@163', 'wang@163'],
    ['x@1.2', 'x@1.2'],
    ['', ''],
  ])('of %j is %j', (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical);
  });

  it('keeps look-alike mailboxes distinct [R-november.2]', () => {
    const lookAlikes = [
      '\u212aelly@example.org',
      '\u0130da@example.org',
      '\u212bsa@example.org',
      'ma\u1e9e@example.org',
    ];
    const targets = ['kelly@example.org', 'ida@example.org', 'åsa@example.org', 'maß@example.org'];
    for (const [index, address] of lookAlikes.entries()) {
      expect(canonicalEmail(address)).not.toBe(targets[index]);
    }
  });

  it('does not change if it is computed again', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.emailAddress(),
      fc.constantFrom('"A b"@X.org', 'ǅ@Ä.de'),
    );
    fc.assert(fc.property(text, (typed) => canonicalEmail(canonicalEmail(typed)) === canonicalEmail(typed)));
  });
});
