import section from './catalog-section.module.css';
import styles from './hub.module.css';

export function ComingSoon({ names }: { names: readonly string[] }) {
  return (
    <section aria-labelledby="coming-soon-title" className={section.section}>
      <h2 id="coming-soon-title" className={section.heading}>
        Coming Soon
      </h2>
      <ul className={styles.soon}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
