/**
 * Promises on the pages. The numbers differ on purpose, each as in the specification of its page. They are only
 * texts, nothing is computed from them.
 */
export const GUARANTEE = { landing: '60-day', resellerProgram: '30-day', terms: '30 days' } as const;
export const SUPPORT_REPLY = { landing: 'within 2 hours', supportCenter: 'within 24 hours' } as const;
