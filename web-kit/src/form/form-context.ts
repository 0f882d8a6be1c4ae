import { createContext, useContext } from 'react';
import type { FieldFacts } from './schema-facts.ts';

interface FormFacts {
  findFacts: (name: string) => FieldFacts;
  isReady: boolean;
}

export const FormContext = createContext<FormFacts>({
  findFacts: () => ({ required: false, maxLength: undefined }),
  isReady: false,
});

export const useFieldFacts = (name: string) => useContext(FormContext).findFacts(name);
