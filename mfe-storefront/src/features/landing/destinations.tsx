import { CAPTURED_FIELDS } from '../../copy/capture.ts';
import styles from './destinations.module.css';

const COLUMN_LETTERS = 'ABCDEFG';
/** Keeps the height of an empty cell. */
const NOTHING = '\u00a0';

/** The three destinations of a capture. `landed` counts the fields that have arrived. */
export function Destinations({ landed }: { landed: number }) {
  const value = (index: number) => (index < landed ? CAPTURED_FIELDS[index]?.example : NOTHING);
  const state = (index: number) => (index < landed ? styles.filled : styles.empty);
  return (
    <section className={styles.destinations} aria-label="Where a capture arrives">
      <figure className={styles.panel}>
        <figcaption className={styles.caption}>Your CRM: new contact</figcaption>
        <dl className={styles.record}>
          {CAPTURED_FIELDS.map(({ key, label }, index) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd data-target={key} className={state(index)}>
                {value(index)}
              </dd>
            </div>
          ))}
        </dl>
      </figure>

      <figure className={styles.panel}>
        <figcaption className={styles.caption}>Your spreadsheet: next row</figcaption>
        <div className={styles.sheet} aria-hidden="true">
          {CAPTURED_FIELDS.map(({ key, label }, index) => (
            <div key={key} className={styles.column}>
              <span className={styles.letter}>{COLUMN_LETTERS[index]}</span>
              <span className={styles.head}>{label}</span>
              <span data-target={key} className={`${styles.cell} ${state(index)}`}>
                {value(index)}
              </span>
            </div>
          ))}
        </div>
      </figure>

      <figure className={styles.panel}>
        <figcaption className={styles.caption}>Your webhook: POST, application/json</figcaption>
        <div className={styles.json} aria-hidden="true">
          <span>{'{'}</span>
          {CAPTURED_FIELDS.map(({ key }, index) => (
            <span key={key} className={styles.line}>
              <span className={styles.key}>&quot;{key}&quot;</span>:{' '}
              <span data-target={key} className={`${styles.value} ${state(index)}`}>
                {index < landed ? jsonValue(index) : NOTHING}
              </span>
            </span>
          ))}
          <span>{'}'}</span>
        </div>
      </figure>
    </section>
  );
}

function jsonValue(index: number): string {
  const field = CAPTURED_FIELDS[index];
  if (!field) return '';
  const value = field.key === 'connections' ? field.example : JSON.stringify(field.example);
  return index < CAPTURED_FIELDS.length - 1 ? `${value},` : value;
}
