import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type SettingsBody, useSaveSettings } from './use-settings.ts';

/** Tells the page which of its forms hold something that is not saved. */
export type OnUnsaved = (form: string, isUnsaved: boolean) => void;

interface SettingsFormProps<V extends Record<string, unknown>> {
  label: string;
  /** What is stored; the form begins with it and begins again when it changes. */
  stored: V;
  saveLabel: string;
  required?: readonly (keyof V & string)[];
  onUnsaved: OnUnsaved;
  /** Beside the button that saves. */
  actions?: ReactNode | ((values: V) => ReactNode);
  children: ReactNode;
}

/** A group of settings that is saved by itself, and only what changed of it. */
export function SettingsForm<V extends Record<string, unknown>>(props: SettingsFormProps<V>) {
  return <Form key={JSON.stringify(props.stored)} {...props} />;
}

function Form<V extends Record<string, unknown>>({
  label,
  stored,
  saveLabel,
  required,
  onUnsaved,
  actions,
  children,
}: SettingsFormProps<V>) {
  const save = useSaveSettings();
  const [current, setCurrent] = useState(stored);
  const changed = Object.entries(current).filter(([name, value]) => value !== stored[name]);
  const isUnsaved = changed.length > 0;
  const report = useEffectEvent(onUnsaved);
  useEffect(() => {
    report(label, isUnsaved);
    return () => report(label, false);
  }, [label, isUnsaved]);

  return (
    <ContractForm
      label={label}
      schema={() => import('../../schemas.ts').then((schemas) => schemas.saveSettings.body)}
      initial={stored}
      required={required}
      error={save.error}
      onChange={setCurrent}
      onSubmit={(_, reset) =>
        save.mutate(
          { body: Object.fromEntries(changed) as SettingsBody },
          // Secrets are stored and never shown again: their fields are empty afterwards.
          { onSuccess: reset },
        )
      }
    >
      {children}
      <div className={form.actions}>
        <SubmitButton isBusy={save.isPending} busy="Saving" disabled={!isUnsaved}>
          {saveLabel}
        </SubmitButton>
        {typeof actions === 'function' ? actions(current) : actions}
      </div>
    </ContractForm>
  );
}
