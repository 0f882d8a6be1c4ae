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
  aside?: ReactNode;
  children?: ReactNode;
  ref?: Ref<HTMLFormElement>;
}

/**
 * A form before any script has run, in the layout of the live form that replaces it and keeps its input
 * (`useTyped`). It cannot be submitted, because without a script the browser would put the input into the page's
 * address.
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
  focused: Name | undefined;
}

/** React reads an external store again before it commits. */
const subscribeToNothing = () => () => {};

/** The input and focus of the prerendered form, up to the moment at which the live form replaces it. */
export function useTyped<Name extends string>(
  still: RefObject<HTMLFormElement | null> | undefined,
  names: readonly Name[],
): Typed<Name> {
  // Keep the element, because its reference is empty after removal but its input remains.
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
