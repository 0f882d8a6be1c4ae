import { createContext, useContext } from 'react';
import type { FieldFacts } from './schema-check.ts';

interface FormFacts {
  factsOf: (name: string) => FieldFacts;
  isReady: boolean;
}

export const FormContext = createContext<FormFacts>({
  factsOf: () => ({ required: false, maxLength: undefined }),
  isReady: false,
});

export const useFieldFacts = (name: string) => useContext(FormContext).factsOf(name);
