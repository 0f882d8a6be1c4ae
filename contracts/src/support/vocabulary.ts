/** Closed lists of words on pages. Without zod, because pages load this file. */
export const LOG_CATEGORIES = ['webhook', 'stripe', 'email', 'license', 'auth'] as const;

/** Adds reports of pages and releases, which have no category in the specification. */
export const LOG_FILTERS = [...LOG_CATEGORIES, 'client'] as const;

export const QA_CATEGORIES = [
  'Health',
  'API',
  'Auth',
  'Admin',
  'Reseller',
  'License',
  'Support',
  'Integration',
] as const;
