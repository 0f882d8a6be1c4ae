import { POPULAR_GUIDES } from '@leadping/guides/lists/documentation';
import { useSearchText } from '@leadping/web-kit/dashboard/use-search-text.ts';
import { Link } from '@leadping/web-kit/router';
import { useId } from 'react';
import styles from './documentation.module.css';
import { searchGuides } from './search-guides.ts';

interface DocumentationProps {
  searched: string;
  onSearch: (words: string) => void;
  onContact: () => void;
}

export function Documentation({ searched, onSearch, onContact }: DocumentationProps) {
  const [words, setWords] = useSearchText(searched, onSearch);
  const searchId = useId();
  const topics = searchGuides(words);

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
          {POPULAR_GUIDES.map(({ title, slug, badge, text }) => (
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
        {topics.map(({ name, guides }) => (
          <section key={name} aria-label={name}>
            <h2 className={styles.category}>{name}</h2>
            <ul className={styles.articles}>
              {guides.map(({ title, slug }) => (
                <li key={slug}>
                  <Link to={`/docs/${slug}`}>{title}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {topics.length === 0 && (
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
