import { createContext, useContext } from 'react';
import type { FieldFacts } from './schema-check.ts';

interface FormFacts {
  factsOf: (name: string) => FieldFacts;
  /** Whether the contract's rules have arrived. */
  isReady: boolean;
}

export const FormContext = createContext<FormFacts>({
  factsOf: () => ({ required: false, maxLength: undefined }),
  isReady: false,
});

export const useFieldFacts = (name: string) => useContext(FormContext).factsOf(name);
