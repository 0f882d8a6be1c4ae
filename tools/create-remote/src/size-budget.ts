import type { NewRemote } from './arguments.ts';

/**
 * `sizeBudget` of a new remote in compressed bytes. Vite's entry includes the federation runtime, the others use the
 * shell's.
 */
export const sizeBudgetFor = (bundler: NewRemote['bundler']) => ({
  entry: bundler === 'vite' ? 36_000 : 12_000,
  page: 20_000,
});
