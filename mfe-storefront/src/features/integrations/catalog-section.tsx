import type { HUB_GUIDES } from '@leadping/guides/lists/hub';
import { Link } from '@leadping/web-kit/router';
import styles from './catalog-section.module.css';

interface CatalogSectionProps {
  id: string;
  title: string;
  items: (typeof HUB_GUIDES)[keyof typeof HUB_GUIDES];
}

export function CatalogSection({ id, title, items }: CatalogSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.items}>
        {items.map(({ name, slug, description, featured }) => (
          <li key={slug} className={featured ? `${styles.item} ${styles.featured}` : styles.item}>
            <Link to={`/docs/${slug}`} className={styles.name}>
              {name}
            </Link>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
