/**
 * What the pages promise a customer, each as its page has it: the numbers differ on purpose. Words only; nothing is
 * computed from them.
 */
export const GUARANTEE = { landing: '60-day', resellerProgram: '30-day', terms: '30 days' } as const;
export const SUPPORT_REPLY = { landing: 'within 2 hours', supportCenter: 'within 24 hours' } as const;
