/** The text that "Load Example" puts into the editor: the groups and fields of the specification. */
export const EXAMPLE = JSON.stringify(
  {
    profile: {
      name: 'main h1',
      headline: ['main .text-body-medium', '[data-field="headline"]'],
      location: 'main .text-body-small.inline',
      company: ['[data-field="experience_company_logo"] span', 'main .company'],
      about: '#about span',
    },
    navigation: {
      connectButton: 'main button[aria-label*="Connect"]',
      messageButton: 'main button[aria-label*="Message"]',
      moreButton: 'main button[aria-label*="More"]',
    },
    contact: {
      // Limited to the block of contact details, because the rest of the page also links other people's addresses.
      emailField: ['[class*="contact-info"] a[href^="mailto:"]', 'main [data-field="email"]'],
      phoneField: 'a[href^="tel:"]',
    },
  },
  null,
  2,
);
