/** The product's name and everything derived from it stand here and nowhere else. */
export const BRAND = {
  name: 'Leadping',
  /** Prefix of postMessage types, as in `LEADPING_STRIPE_REDIRECT`. */
  messagePrefix: 'LEADPING_',
  /** Prefix of internal HTTP headers, stripped from every request that comes from outside. */
  headerPrefix: 'x-leadping-',
  metricPrefix: 'leadping_',
} as const;
