import { Link } from '@leadping/web-kit/router';
import { TOOL_GUIDES } from '@leadping/guides/lists/tools';
import { FIGURES } from '../../copy/figures.ts';
import { INTEGRATIONS_SECTION } from '../../copy/landing.ts';
import button from '@leadping/web-kit/page/button.module.css';
import { Section } from '../page/section.tsx';
import { useTenant } from '@leadping/web-kit/site/use-tenant.ts';
import styles from './integrations-wall.module.css';

const COUNTS = [
  { figure: FIGURES.platforms, label: 'platforms' },
  { figure: FIGURES.crms, label: 'CRMs' },
  { figure: FIGURES.automationTools, label: 'automation tools' },
];

export function IntegrationsWall() {
  const tenant = useTenant();
  const { title, lead, all, others, partner } = INTEGRATIONS_SECTION;
  return (
    <Section id="integrations" title={title} lead={lead}>
      <ul className={styles.counts}>
        {COUNTS.map(({ figure, label }) => (
          <li key={label}>
            <strong>{figure}</strong> {label}
          </li>
        ))}
      </ul>
      <ul className={styles.wall} aria-label="Works with">
        {TOOL_GUIDES.map(({ title: tool, slug }) => (
          <li key={slug}>
            <Link to={`/docs/${slug}`}>{tool}</Link>
          </li>
        ))}
        {others.map((name) => (
          <li key={name} className={styles.other}>
            {name}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <article className={styles.partner} aria-labelledby="partner-title">
          <p className={styles.label}>{partner.label}</p>
          <h3 id="partner-title" className={styles.partnerTitle}>
            {partner.title}
          </h3>
          <p>{partner.text}</p>
        </article>
        <Link
          className={`${button.secondary} ${styles.all}`}
          to={tenant ? `/r/${tenant.slug}/integrations` : '/integrations'}
        >
          {all}
        </Link>
      </div>
    </Section>
  );
}
