import { PLATFORM_SETTINGS, type SettingKeyOf } from '@leadping/contracts/commerce/platform-settings';
import { failureText } from '@leadping/web-kit/api/api-error';
import { Switch } from '@leadping/web-kit/ui/core';
import { useId } from 'react';
import styles from './settings.module.css';
import { useSaveSettings } from './use-settings.ts';

interface ToggleProps {
  name: SettingKeyOf<'switch'>;
  /** Replaces the hint of the setting, if it depends on other settings. */
  hint?: string;
  isOn: boolean;
  disabled?: boolean;
  /** Called instead of saving when it is switched off, to ask first. */
  onTurnOff?: () => void;
}

/** A setting that is saved immediately when it is switched. */
export function Toggle({ name, hint, isOn, disabled = false, onTurnOff }: ToggleProps) {
  const setting: { label: string; hint?: string } = PLATFORM_SETTINGS[name];
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
        onChange={(on) => (!on && onTurnOff ? onTurnOff() : save.mutate({ body: { [name]: on } }))}
      />
      <div>
        <label htmlFor={id}>{setting.label}</label>
        <p id={`${id}-hint`}>{hint ?? setting.hint}</p>
        {save.error && (
          <p className={styles.refusal} role="alert">
            {failureText(save.error)}
          </p>
        )}
      </div>
    </div>
  );
}
