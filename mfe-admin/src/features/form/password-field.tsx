import { useId, useState } from 'react';
import styles from './form.module.css';

interface PasswordFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  /** For a password that is being chosen: says the rule and how good the choice is. */
  isNew?: boolean;
}

export function PasswordField({ label, value, onChange, isNew = false, ...input }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.secret}>
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          maxLength={200}
          required
          spellCheck={false}
          autoCapitalize="none"
          aria-describedby={isNew ? `${id}-strength` : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...input}
        />
        <button
          type="button"
          className={styles.show}
          aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
      {isNew && <Strength id={`${id}-strength`} password={value} />}
    </div>
  );
}

const LEVELS = [
  'At least 6 characters; 8 or more are better.',
  'Too short: at least 6 characters.',
  'Long enough. 8 or more characters are harder to guess.',
  'A good length.',
] as const;

function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password === '') return 0;
  if (password.length < 6) return 1;
  return password.length < 8 ? 2 : 3;
}

function Strength({ id, password }: { id: string; password: string }) {
  const level = strengthOf(password);
  return (
    <>
      <div className={styles.meter} data-level={level} aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <span key={step} data-reached={level >= step} />
        ))}
      </div>
      <output id={id} className={styles.hint}>
        {LEVELS[level]}
      </output>
    </>
  );
}
