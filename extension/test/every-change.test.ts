/** @jest-environment jsdom */
import { jest } from '@jest/globals';

// `npm test` applies a fourth of the changes to each page. The fault tests apply every change to every page.
jest.setTimeout(900_000);
process.env.EVERY_CHANGE = '1';
await import('./capture.test.ts');
