import { DEFAULT_CLAIMS } from '@leadping/contracts/commerce/claims';

/**
 * Claims owned by marketing. Every number that the pages promise is in this file. The numbers are texts, and no
 * code calculates with them.
 */
export const FIGURES = {
  /** Shown until the admin's settings are known, as is the rating. */
  users: DEFAULT_CLAIMS.users,
  rating: DEFAULT_CLAIMS.rating,
  platforms: '500+',
  crms: '15+',
  automationTools: '25+',
  regularPrice: '$29',
  regularPricePeriod: 'per month',
  regularPriceYear: '$348',
  regularPriceThreeYears: '$1,044',
  savingYearOne: '$269+',
  trial: '7-day free trial',
  deliveryHeadline: 'under 2 seconds',
  deliveryFaq: '2-3 seconds',
  setupTime: 'three minutes',
} as const;

export const RESELLER_CLAIMS = {
  startWithin: 'within 24 hours',
  profitShare: '100%',
  suggestedFrom: '97',
  suggestedTo: '197',
  premiumFrom: '199+',
  setup: { salesPage: '5 min', embed: '15 min', webhook: '1-2 hours' },
} as const;
