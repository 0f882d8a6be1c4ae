import type { FullConfig } from '@playwright/test';
import { startTestStacks } from './test-stacks.ts';

/** What Playwright calls before the tests; it calls what this resolves with after them. */
export default ({ workers }: FullConfig): Promise<() => Promise<void>> => startTestStacks(workers);
