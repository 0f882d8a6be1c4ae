import { Link } from '@leadping/web-kit/router';
import { useId, useState } from 'react';
import { POPULAR, searchArticles } from './articles.ts';
import styles from './documentation.module.css';

interface DocumentationProps {
  /** What was searched for on another page. */
  searched?: string;
  onContact: () => void;
}

export function Documentation({ searched = '', onContact }: DocumentationProps) {
  const [words, setWords] = useState(searched);
  const searchId = useId();
  const categories = searchArticles(words);

  return (
    <>
      <div className={styles.search} role="search">
        <label htmlFor={searchId}>Search the guides</label>
        <input
          id={searchId}
          type="search"
          value={words}
          placeholder="Try “webhook” or “key”"
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {words === '' && (
        <ul className={styles.popular} aria-label="Popular guides">
          {POPULAR.map(({ title, slug, badge, text }) => (
            <li key={slug}>
              <Link to={`/docs/${slug}`} className={styles.card}>
                <span className={styles.cardTitle}>
                  {title}
                  {badge && <span className={styles.badge}>{badge}</span>}
                </span>
                <span className={styles.cardText}>{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.categories}>
        {categories.map(({ name, articles }) => (
          <section key={name} aria-label={name}>
            <h2 className={styles.category}>{name}</h2>
            <ul className={styles.articles}>
              {articles.map(({ title, slug }) => (
                <li key={slug}>
                  <Link to={`/docs/${slug}`}>{title}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {categories.length === 0 && (
        <p className={styles.nothing} role="status">
          No guide has “{words.trim()}” in its title. Try fewer letters, or{' '}
          <button type="button" className={styles.inline} onClick={onContact}>
            ask us
          </button>
          .
        </p>
      )}
    </>
  );
}
