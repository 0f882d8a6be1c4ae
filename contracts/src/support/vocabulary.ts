/** Closed lists of words that pages show. No schema here: a page that lists them loads just this. */
export const LOG_CATEGORIES = ['webhook', 'stripe', 'email', 'license', 'auth'] as const;

/** And what pages and releases report, which the specification has no category for. */
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
