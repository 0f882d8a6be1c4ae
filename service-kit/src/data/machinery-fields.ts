/** Internal fields of documents: pending events, and forms of other fields for searching and sorting. */
export const MACHINERY_FIELDS: ReadonlySet<string> = new Set([
  '__v',
  'outbox',
  'canonicalEmail',
  'emailKey',
  'toKey',
  'verifiedEmailKey',
  'usernameKey',
  'requestKey',
  'keyIndex',
  'sortName',
]);
