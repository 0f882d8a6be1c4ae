import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import type { Counts } from './capture-count.model.ts';

export function addUp(counted: readonly Counts[]): Counts {
  const sum: Counts = { presses: 0, failures: {} };
  for (const { presses, failures } of counted) {
    sum.presses += presses;
    for (const [field, count] of Object.entries(failures) as [SelectableField, number][])
      sum.failures[field] = (sum.failures[field] ?? 0) + count;
  }
  return sum;
}
