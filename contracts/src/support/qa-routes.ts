import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { QA_CATEGORIES } from './vocabulary.ts';

/** `FAILED`: the platform gave a wrong reply. `ERROR`: the check itself could not run. */
export const QA_STATUSES = ['PASSED', 'FAILED', 'ERROR'] as const;

export const QaResult = z.object({
  name: z.string(),
  status: z.enum(QA_STATUSES),
  details: z.string(),
  /** Milliseconds. */
  duration: z.int().nonnegative(),
  category: z.enum(QA_CATEGORIES),
});
export type QaResult = z.infer<typeof QaResult>;

export const QaReport = z.object({
  success: z.boolean(),
  results: z.array(QaResult),
  passed: z.int(),
  /** Number of checks that did not pass. */
  failed: z.int(),
  total: z.int(),
});
export type QaReport = z.infer<typeof QaReport>;

const run = {
  service: 'svc-support',
  method: 'POST',
  access: 'admin',
  body: z.strictObject({}),
  timeoutSeconds: 55,
  replies: { 200: QaReport },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT'],
} as const;

/** Only one run at a time. It creates its own data and removes it afterwards. */
export const runComprehensiveTests = defineRoute({
  ...run,
  path: '/api/admin/run-comprehensive-tests',
  summary: 'Checks the platform from its public door and from inside',
});

export const runBrowserTests = defineRoute({
  ...run,
  path: '/api/admin/run-selenium-tests',
  summary: 'Opens the pages in a real browser, where one is installed',
});

export const QaProgress = z.object({
  isRunning: z.boolean(),
  /** Progress of the current run: the number of its checks, and the results so far. */
  total: z.int(),
  results: z.array(QaResult),
});
export type QaProgress = z.infer<typeof QaProgress>;

export const getQaProgress = defineRoute({
  service: 'svc-support',
  method: 'GET',
  path: '/api/admin/qa-progress',
  summary: 'How far the test run that is going on has come',
  access: 'admin',
  replies: { 200: QaProgress },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});
