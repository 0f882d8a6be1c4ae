import { type ReactNode, type Ref, type RefObject, useState, useSyncExternalStore } from 'react';
import styles from './still-form.module.css';

interface StillField {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autoComplete: string;
}

interface StillFormProps {
  /** The accessible name of the live form. */
  label: string;
  fields: readonly StillField[];
  submit: string;
  /** Beside the button. */
  aside?: ReactNode;
  /** Below the form. */
  children?: ReactNode;
  ref?: Ref<HTMLFormElement>;
}

/**
 * A form as it is before any script has run, in the measures of the live one that takes its place together with what was
 * typed (`useTyped`). It cannot be sent: without its script a form would put what is typed into the page's address.
 */
export function StillForm({ label, fields, submit, aside, children, ref }: StillFormProps) {
  return (
    <form ref={ref} method="post" aria-label={label} className={styles.form} noValidate>
      {fields.map(({ name, label: text, type = 'text', autoComplete }) => (
        <label key={name} className={styles.field}>
          <span>{text}</span>
          <input
            name={name}
            type={type}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
          />
        </label>
      ))}
      <div className={styles.actions}>
        <button type="submit" disabled className={styles.submit}>
          {submit}
        </button>
        {aside}
      </div>
      {children}
    </form>
  );
}

interface Typed<Name extends string> {
  values: Record<Name, string>;
  /** The field in which somebody was typing. */
  focused: Name | undefined;
}

/** React reads an external store once more before it shows what it made of it. */
const subscribeToNothing = () => () => {};

/**
 * What was typed before the form came to life, and where, up to the moment in which the live one is shown in its place.
 */
export function useTyped<Name extends string>(
  still: RefObject<HTMLFormElement | null> | undefined,
  names: readonly Name[],
): Typed<Name> {
  // Out of the document it still has what was typed; its reference is empty then.
  const [form] = useState(() => still?.current ?? null);
  const inputOf = (name: Name) => form?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  const typed = useSyncExternalStore(subscribeToNothing, () =>
    JSON.stringify({
      values: Object.fromEntries(names.map((name) => [name, inputOf(name)?.value ?? ''])),
      focused: names.find((name) => form !== null && inputOf(name) === document.activeElement),
    }),
  );
  return JSON.parse(typed) as Typed<Name>;
}
