/** Closed lists of words that pages show. No schema here: a page that lists them loads just this. */
export const LOG_CATEGORIES = ['webhook', 'stripe', 'email', 'license', 'auth'] as const;

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
