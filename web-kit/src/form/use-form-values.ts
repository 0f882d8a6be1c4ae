import { use, useEffect, useLayoutEffect, useState } from 'react';
import type { FormInstance, Values } from './form-instance.ts';
import { FormChanges } from './form-changes.ts';
import { useKept } from './use-kept.ts';
import { useTakeOver } from './use-take-over.ts';

interface Options<V> {
  label: string;
  initial: V;
  draft: V | undefined;
  asSent: (values: V) => Record<string, unknown>;
  onChange: ((values: V) => void) | undefined;
}

interface FormValues<V> {
  values: V;
  isChanged: boolean;
  change: (values: V) => void;
  /** Shows the stored values in each field that still contains the sent value. */
  replaceSent: (sent: V) => void;
}

/** Serializes values as the server stores them, for comparison. */
const serialize = (values: Values) =>
  JSON.stringify(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** The values of a form: restored, edited, or replaced by newly stored values. */
export function useFormValues<V extends Values>(form: FormInstance<V>, options: Options<V>): FormValues<V> {
  const { label, initial, draft, asSent, onChange } = options;
  const [values, setValues] = useState(initial);
  const isChanged = serialize(asSent(values)) !== serialize(asSent(initial));
  const change = (current: V) => {
    setValues(current);
    onChange?.(current);
  };

  const reportChanges = use(FormChanges);
  useEffect(() => {
    reportChanges?.(isChanged);
    return () => reportChanges?.(false);
  }, [reportChanges, isChanged]);

  const restored = useKept(label, initial, isChanged ? values : undefined) ?? draft;
  useLayoutEffect(() => {
    if (!restored) return;
    form.setFieldsValue(restored as never);
    change(restored);
    // Runs only when the form appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const replaceSent = useTakeOver(form, initial, change);
  return { values, isChanged, change, replaceSent };
}
