import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { QA_CATEGORIES } from './vocabulary.ts';

/** `FAILED`: the platform replied otherwise than it should; `ERROR`: the check itself could not be done. */
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
  /** All that did not pass. */
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

/** One run at a time, on data of its own that is removed afterwards. */
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
  /** Of the run that is going on: how many checks it has, and what those that have ended found. */
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
