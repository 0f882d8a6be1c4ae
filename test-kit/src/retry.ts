import { jest } from '@jest/globals';

// `npm test` runs a failed test once more and names it; a run of one's own shows the first failure.
const { TEST_RETRIES } = process.env;
if (TEST_RETRIES) jest.retryTimes(Number(TEST_RETRIES), { logErrorsBeforeRetry: true });
