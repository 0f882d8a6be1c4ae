import { describe, expect, it, jest } from '@jest/globals';
import { sourceFiles } from '@leadping/test-kit/web/source-files';

// Other words in the copy files: the pages must follow them, for nothing else says them.
jest.unstable_mockModule('@leadping/contracts/promises', () => ({
  GUARANTEE: { landing: '61-day', resellerProgram: '31-day', terms: '32 days' },
  WITHDRAWAL_DAYS: 14,
  RIGHTS_GUARANTEE_DAYS: 31,
  SUPPORT_REPLY: { landing: 'within 3 hours', supportCenter: 'within 25 hours' },
}));
jest.unstable_mockModule('../src/copy/figures.ts', () => ({
  FIGURES: {
    users: '9,001+',
    rating: '4.1/5',
    platforms: '501+',
    crms: '16+',
    automationTools: '26+',
    regularPrice: '$30',
    regularPricePeriod: 'per week',
    regularPriceYear: '$360',
    regularPriceThreeYears: '$1,080',
    savingYearOne: '$281+',
    trial: '8-day free trial',
    deliveryHeadline: 'under 4 seconds',
    deliveryFaq: '4-5 seconds',
    setupTime: 'four minutes',
  },
  RESELLER_CLAIMS: {
    startWithin: 'within 25 hours',
    profitShare: '99%',
    suggestedFrom: '98',
    suggestedTo: '198',
    premiumFrom: '200+',
    setup: { salesPage: '6 min', embed: '16 min', webhook: '2-3 hours' },
  },
}));
const { openPage } = await import('./open-page.tsx');

/** Source files that state one of these figures themselves. */
const statedIn = (figures: RegExp) =>
  [...sourceFiles('mfe-storefront'), ...sourceFiles('mfe-support'), ...sourceFiles('guides', 'docs')]
    .filter(({ text }) => figures.test(text))
    .map(({ path }) => path);

describe('promises and figures', () => {
  it('are in one copy file and nowhere else [R-money.12] [R-money.13]', () => {
    expect(statedIn(/60-day|30-day|\b60 days|(?<!1-)\b(2|two) hours/i)).toEqual([]);
    const figures =
      /2,847|4\.9\/5|(?<!“)\b500\+|\b15\+|\b25\+|\$29\b|\$348|\$1,044|\$269|7-day|2-3 seconds|under 2 seconds|three minutes|\b5 min\b|\b15 min\b|1-2 hours|\b24 hours/i;
    expect(statedIn(figures)).toEqual(['mfe-storefront/src/copy/figures.ts']);
  });

  it('come only from the copy files on the landing page [R-money.13]', async () => {
    const { container } = await openPage('/');
    const text = `${container.textContent} ${document.querySelector('meta[name=description]')?.getAttribute('content')}`;
    for (const words of [
      '61-day',
      'within 3 hours',
      '9,001+',
      '4.1/5',
      '501+',
      '$281+',
      '$30 per week',
      '8-day free trial',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/60-day|within 2 hours|2,847|4\.9\/5|500\+|269|29 per month|7-day/);
  });

  it('state guarantee and support as specified for each page [R-money.12]', async () => {
    const landing = (await openPage('/')).container.textContent ?? '';
    const program = (await openPage('/reseller-program')).container.textContent ?? '';
    const terms = (await openPage('/terms-of-service')).container.textContent ?? '';
    expect(landing).toMatch(/61-day money-back guarantee/);
    expect(landing).not.toMatch(/31-day|32 days/);
    expect(program).toMatch(/31-day money-back guarantee/);
    expect(program).not.toMatch(/61-day/);
    expect(terms).toMatch(/within 32 days/);
  });
});
