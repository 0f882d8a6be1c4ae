import { createContext } from 'react';

/** Called with whether the form inside has unsaved changes. */
export const FormChanges = createContext<((isChanged: boolean) => void) | undefined>(undefined);
