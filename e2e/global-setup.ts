import type { FullConfig } from '@playwright/test';
import { startTestStacks } from './test-stacks.ts';

/** Playwright calls this before the tests, and the resolved function after them. */
export default ({ workers }: FullConfig): Promise<() => Promise<void>> => startTestStacks(workers);
