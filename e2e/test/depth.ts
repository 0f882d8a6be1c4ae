/** `npm run test:faults` sets this for the whole form of the tests marked `SHORT`. */
export const isWhole = process.env.DEPTH === 'whole';

/** `npm test` leaves out a test with this mark, `npm run test:faults` runs it. */
export const DEEP = { tag: '@deep' } as const;

/** `npm test` runs a short form of a test with this mark, `npm run test:faults` the whole. */
export const SHORT = { tag: '@short' } as const;
