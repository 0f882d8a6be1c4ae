import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import type { ReactNode } from 'react';
import { type SettingsBody, useSaveSettings } from './use-settings.ts';

interface SettingsFormProps<V extends Record<string, unknown>> {
  label: string;
  /** The stored values. The form starts with them and follows their changes. */
  stored: V;
  saveLabel: string;
  required?: readonly (keyof V & string)[];
  /** Fields that are sent even if unchanged, because saving them has an effect. */
  repeated?: readonly (keyof V & string)[];
  /** Actions beside the save button. */
  actions?: (values: V) => ReactNode;
  children: ReactNode;
}

/** Texts without surrounding space, and lists as text. */
const comparable = (value: unknown) =>
  typeof value === 'string' ? value.trim() : Array.isArray(value) ? JSON.stringify(value) : value;

/** A group of settings that is saved on its own. Only changed fields are sent. */
export function SettingsForm<V extends Record<string, unknown>>({
  label,
  stored,
  saveLabel,
  required,
  repeated = [],
  actions,
  children,
}: SettingsFormProps<V>) {
  const save = useSaveSettings();
  const changesOf = (values: V) =>
    Object.entries(values).filter(
      ([name, value]) => repeated.includes(name) || comparable(value) !== comparable(stored[name]),
    );

  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm
        label={label}
        schema={() => import('../../schemas.ts').then((schemas) => schemas.saveSettings.body)}
        initial={stored}
        required={required}
        error={save.error}
        onSubmit={(values, reset) =>
          save.mutate(
            { body: Object.fromEntries(changesOf(values)) as SettingsBody },
            // Stored secrets are never shown again, so their fields become empty.
            { onSuccess: reset },
          )
        }
      >
        {(values, isChanged) => (
          <>
            {children}
            <div className={form.actions}>
              <SubmitButton
                isBusy={save.isPending}
                busy="Saving"
                disabled={!isChanged && repeated.length === 0}
              >
                {saveLabel}
              </SubmitButton>
              {actions?.(values)}
            </div>
          </>
        )}
      </ContractForm>
    </UnsavedForm>
  );
}
