import { type ReactNode, useState } from 'react';
import { FormChanges } from '../form/form-changes.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

/** Wraps a form and asks before the page is left with unsaved input. */
export function UnsavedForm({ isSaving, children }: { isSaving: boolean; children: ReactNode }) {
  const [isChanged, setIsChanged] = useState(false);
  return (
    <FormChanges value={setIsChanged}>
      {children}
      <UnsavedChanges when={isChanged && !isSaving} />
    </FormChanges>
  );
}
