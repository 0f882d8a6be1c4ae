import styles from './side-index.module.css';

/** The page's table of contents at the side. On narrow screens it is a closed list above the text. */
export function SideIndex({ entries }: { entries: readonly { id: string; title: string }[] }) {
  const links = (
    <ol className={styles.links}>
      {entries.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <div>
      <details className={styles.narrow}>
        <summary>On this page</summary>
        {links}
      </details>
      <nav aria-labelledby="on-this-page" className={styles.wide}>
        <p id="on-this-page" className={styles.label}>
          On this page
        </p>
        {links}
      </nav>
    </div>
  );
}
