import styles from './form.module.css';

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

export function PasswordStrength({ password }: { password: string }) {
  const level = strengthOf(password);
  return (
    <>
      <span className={styles.meter} data-level={level} aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <span key={step} data-reached={level >= step} />
        ))}
      </span>
      <output>{LEVELS[level]}</output>
    </>
  );
}
