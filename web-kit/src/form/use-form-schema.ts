import { useEffect, useRef, useState } from 'react';
import { type FieldFacts, type LoadSchema, loadSchema, readFacts, type Schema } from './schema-facts.ts';

/** Maximum wait for the schema in ms. */
const SCHEMA_WAIT_MS = 3000;

interface FormSchema {
  /** The rules of the fields, empty until the schema has loaded. */
  facts: Record<string, FieldFacts>;
  /** Resolves with undefined if the schema does not load in time. The server still validates. */
  waitForSchema: () => Promise<Schema | undefined>;
}

/** Loads a form's schema. A failed load is tried again at the next wait. */
export function useFormSchema(load: LoadSchema): FormSchema {
  const [facts, setFacts] = useState<FormSchema['facts']>({});
  const loading = useRef<ReturnType<typeof loadSchema>>(undefined);
  const start = () => (loading.current ??= loadSchema(load));

  useEffect(() => {
    let isMounted = true;
    start().then(
      (schema) => isMounted && setFacts(readFacts(schema)),
      () => (loading.current = undefined),
    );
    return () => {
      isMounted = false;
    };
    // A form's schema never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const waitForSchema = () => {
    const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, SCHEMA_WAIT_MS));
    return Promise.race([start().catch(() => (loading.current = undefined)), tooLong]);
  };
  return { facts, waitForSchema };
}
