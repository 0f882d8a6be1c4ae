import { type ReactNode, useState } from 'react';
import { FormChanges } from '../form/form-changes.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

/** Around a form of a page: asks before the page is left with what is typed and not saved. */
export function UnsavedForm({ isSaving, children }: { isSaving: boolean; children: ReactNode }) {
  const [isChanged, setIsChanged] = useState(false);
  return (
    <FormChanges value={setIsChanged}>
      {children}
      <UnsavedChanges when={isChanged && !isSaving} />
    </FormChanges>
  );
}
