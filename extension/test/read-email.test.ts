import { describe, expect, it } from '@jest/globals';
import { readEmail } from '../src/capture/check-value.ts';

describe('the address of a mail link', () => {
  it.each([
    ['mailto:mira@acme.example', 'mira@acme.example'],
    ['MAILTO:mira@acme.example', 'mira@acme.example'],
    ['mailto:mira%2Bwork@acme.example', 'mira+work@acme.example'],
    ['mailto:mira+work@acme.example', 'mira+work@acme.example'],
    ['mailto:mira%40acme.example', 'mira@acme.example'],
    ['mailto:gorby%25kremvax@acme.example', 'gorby%kremvax@acme.example'],
    ['mailto:unlikely%3Faddress@acme.example', 'unlikely?address@acme.example'],
    ['mailto:Mike%26family@acme.example', 'Mike&family@acme.example'],
    ['mailto:mira@m%C3%BCller.example', 'mira@müller.example'],
    ['mailto:mira@acme.example?subject=Hello%20you&cc=otto@acme.example', 'mira@acme.example'],
    ['mailto:%20mira@acme.example%0A', 'mira@acme.example'],
  ])('%s is %s (RFC 6068)', (link, address) => expect(readEmail(link)).toBe(address));

  it.each([
    ['mailto:50%@acme.example', '50%@acme.example'],
    ['mailto:a%zz@acme.example', 'a%zz@acme.example'],
    ['mailto:a%E0%A4@acme.example', 'a%E0%A4@acme.example'],
  ])('%s stays as it is, because its percent sign encodes nothing', (link, address) =>
    expect(readEmail(link)).toBe(address),
  );

  it.each([
    'mailto:',
    'mailto:?to=mira@acme.example',
    'mailto:mira@acme.example,otto@acme.example',
    'mailto:mira@acme.example%2Cotto@acme.example',
    'mailto:mira@acme.example%0ABcc:otto@acme.example',
    'mailto:mira%20h@acme.example',
    'mailto:%22mira%22@acme.example',
    'mailto:mira@acme',
    'mailto:mira..h@acme.example',
    `mailto:${'x'.repeat(65)}@acme.example`,
    `mailto:mira@${'x.'.repeat(130)}example`,
  ])('%s is none', (link) => expect(readEmail(link)).toBeNull());
});

it('a text that is an address keeps its percent signs', () => {
  expect(readEmail(' mira%2Bwork@acme.example ')).toBe('mira%2Bwork@acme.example');
  expect(readEmail('write to mira@acme.example')).toBeNull();
});
