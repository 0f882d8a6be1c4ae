/** The product's name and everything derived from it stand here and nowhere else. */
export const BRAND = {
  name: 'Leadping',
  /** Prefix of postMessage types, as in `LEADPING_STRIPE_REDIRECT`. */
  messagePrefix: 'LEADPING_',
  /** Prefix of internal HTTP headers, stripped from every request that comes from outside. */
  headerPrefix: 'x-leadping-',
  metricPrefix: 'leadping_',
  /** Of the listing in the Chrome Web Store: pages link there by default, an admin can set another address. */
  extensionId: 'mmnpcjmkobgchbjohhfheeikdpieamjg',
} as const;
