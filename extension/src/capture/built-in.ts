import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';

/**
 * Where the fields are in the layouts that the site is known to have. Those of the name are looked up in the page, the
 * others in the top card that holds the name, so that an adjacent person or section never answers.
 */
export const BUILT_IN: Required<SelectorSet> = {
  fullName: ['main h1', '[data-field="name"]', '.top-card-layout__title', 'header h1', 'h1'],
  jobTitle: ['[data-field="headline"]', '.top-card-layout__headline', '.text-body-medium.break-words'],
  company: [
    '[data-field="company"]',
    '[data-section="currentPositionsDetails"] a',
    '.pv-text-details__right-panel button[aria-label] .hoverable-link-text',
  ],
  location: [
    '[data-field="location"]',
    '.pv-text-details__left-panel .text-body-small.inline.t-black--light',
  ],
  connections: ['[data-field="connections"]', 'a[href*="/connections"]'],
  email: ['[data-field="email"]'],
};
