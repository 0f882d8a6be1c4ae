import { createContext } from 'react';

/** Receives whether the form within holds something that is not saved. */
export const FormChanges = createContext<((isChanged: boolean) => void) | undefined>(undefined);
