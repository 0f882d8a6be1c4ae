/** Separate from the schemas, which no page needs. */
export const ANALYTICS_PATH = '/api/analytics/events';
export const CLIENT_ERRORS_PATH = '/api/client-errors';
