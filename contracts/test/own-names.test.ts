import { describe, expect, it } from '@jest/globals';
import { imitatesPlatform } from '../src/own-names.ts';

describe('a name that imitates the platform', () => {
  it.each([
    'Leadping',
    'LEADPING Support',
    'L\u0435\u0430dping',
    'L3adp1ng billing',
    'Leadp\u00edng',
    'Support',
    'Support Team',
    'The Billing-Team',
    'Adm\u0456nistrator',
    '5upport',
  ])('is detected in %s', (name) => {
    expect(imitatesPlatform(name)).toBe(true);
  });

  it.each([
    'Acme Leads',
    'Supporters Club',
    'Team Blue',
    'Helpful Sales GmbH',
    'Pingleads',
    '\u682a\u5f0f\u4f1a\u793e',
    '',
  ])('is not detected in %s', (name) => {
    expect(imitatesPlatform(name)).toBe(false);
  });
});
