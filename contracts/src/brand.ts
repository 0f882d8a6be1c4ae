/** The product's name and everything derived from it are defined only here. */
export const BRAND = {
  name: 'Leadping',
  /** Prefix of postMessage types, as in `LEADPING_STRIPE_REDIRECT`. */
  messagePrefix: 'LEADPING_',
  /** Prefix of internal HTTP headers. The gateway strips them from external requests. */
  headerPrefix: 'x-leadping-',
  metricPrefix: 'leadping_',
  /** Id of the Chrome Web Store listing, which pages link to unless an admin sets another address. */
  extensionId: 'mmnpcjmkobgchbjohhfheeikdpieamjg',
} as const;
