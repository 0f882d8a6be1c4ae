import { useLayoutEffect, useRef } from 'react';
import type { FormInstance, Values } from './form-instance.ts';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Updates each unedited field when the initial values change.
 * @returns a function that does the same for each field that still contains the sent value
 */
export function useTakeOver<V extends Values>(
  form: FormInstance<V>,
  initial: V,
  onTaken: (values: V) => void,
): (sent: V) => void {
  const latest = useRef(initial);

  const replace = (before: V) => {
    const now = { ...latest.current, ...(form.getFieldsValue(true) as Partial<V>) };
    const taken = Object.entries(latest.current).filter(
      ([name, value]) => isSame(now[name], before[name]) && !isSame(now[name], value),
    );
    if (taken.length === 0) return;
    form.setFields(taken.map(([name, value]) => ({ name: name as never, value, errors: [] })));
    onTaken({ ...now, ...Object.fromEntries(taken) });
  };

  useLayoutEffect(() => {
    const before = latest.current;
    latest.current = initial;
    replace(before);
    // Runs only for changed values.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [JSON.stringify(initial)]);
  return replace;
}
