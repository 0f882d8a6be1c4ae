import { Field } from '@leadping/web-kit/form/fields.tsx';
import { Input } from '@leadping/web-kit/ui/form';
import type { ReactNode } from 'react';
import styles from './payments.module.css';

interface KeyFieldProps {
  name: string;
  label: string;
  placeholder: string;
  hint?: ReactNode;
}

/** A key of the payment account. A stored key is shown as a mask, and typed text replaces it. */
export function KeyField({ name, label, placeholder, hint }: KeyFieldProps) {
  return (
    <Field name={name} label={label} hint={hint}>
      <Input
        className={styles.key}
        name={name}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
        // Selects the whole mask, because a new key replaces it.
        onFocus={({ target }) => target.select()}
      />
    </Field>
  );
}
