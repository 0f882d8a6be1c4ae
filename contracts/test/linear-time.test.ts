import { describe, expect, it } from '@jest/globals';
import { canonicalEmail, isEmailAddress } from '../src/email-address.ts';

describe('an email address', () => {
  it('is parsed in linear time for any input', () => {
    const start = process.cpuUsage();
    for (const part of ['a', '.', '"', '@', '\\', 'a.', '"a', 'ä', '-', '[']) {
      isEmailAddress(part.repeat(200_000));
      canonicalEmail(`${part.repeat(100_000)}@${part.repeat(100_000)}`);
    }
    // Quadratic time would be hours. Processor time, because other programs may use the machine.
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  });
});
