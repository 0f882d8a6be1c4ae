import type { HUB_GUIDES } from '@leadping/guides/lists/hub';
import { Link } from '@leadping/web-kit/router';
import styles from './catalog-section.module.css';

interface CatalogSectionProps {
  id: string;
  title: string;
  items: (typeof HUB_GUIDES)[keyof typeof HUB_GUIDES];
  isFeatured?: boolean;
}

export function CatalogSection({ id, title, items, isFeatured }: CatalogSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.items}>
        {items.map(({ title: tool, slug, description }) => (
          <li key={slug} className={isFeatured ? `${styles.item} ${styles.featured}` : styles.item}>
            <Link to={`/docs/${slug}`} className={styles.name}>
              {tool}
            </Link>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
