/** What only the machinery reads of a document: waiting events, and forms of other fields that it finds and sorts documents by. */
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
