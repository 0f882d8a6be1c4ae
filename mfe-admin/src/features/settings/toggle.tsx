import { failureText } from '@leadping/web-kit/api/api-error';
import { Switch } from '@leadping/web-kit/ui/core';
import { useId } from 'react';
import styles from './settings.module.css';
import { type SettingsBody, useSaveSettings } from './use-settings.ts';

interface ToggleProps {
  name: keyof SettingsBody &
    ('testMode' | 'persistentLoggingEnabled' | 'enableTicketNotifications' | 'enableOrderNotifications');
  label: string;
  hint: string;
  isOn: boolean;
  disabled?: boolean;
}

/** A setting that is saved immediately when it is switched. */
export function Toggle({ name, label, hint, isOn, disabled = false }: ToggleProps) {
  const save = useSaveSettings();
  const id = useId();
  // Shows the new state optimistically. A failure reverts it.
  const shown = save.isPending ? !isOn : isOn;
  return (
    <div className={styles.toggle}>
      <Switch
        id={id}
        checked={shown}
        loading={save.isPending}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={(on) => save.mutate({ body: { [name]: on } })}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`}>{hint}</p>
        {save.error && (
          <p className={styles.refusal} role="alert">
            {failureText(save.error)}
          </p>
        )}
      </div>
    </div>
  );
}
