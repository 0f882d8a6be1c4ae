import { claimFigures, DEFAULT_CLAIMS } from '@leadping/contracts/commerce/claims';
import { useSite } from '@leadping/web-kit/site/use-site.ts';
import { FIGURES } from '../../copy/figures.ts';
import { TESTIMONIALS } from '../../copy/landing.ts';
import { Section } from '../page/section.tsx';
import styles from './testimonials.module.css';

/** The specified claims, which an admin may change or remove. */
export function Testimonials() {
  const claims = useSite()?.claims ?? { ...DEFAULT_CLAIMS, users: FIGURES.users, rating: FIGURES.rating };
  const figures = claimFigures(claims);
  if (figures.length === 0 && claims.testimonials.length === 0) return null;
  return (
    <Section id="testimonials" title={TESTIMONIALS.title} className={styles.section}>
      <dl className={styles.figures}>
        {figures.map(({ value, label }) => (
          <div key={label} data-list="claim">
            <dd data-fill="value">{value}</dd>
            <dt data-fill="label">{label}</dt>
          </div>
        ))}
      </dl>
      <div className={styles.quotes}>
        {claims.testimonials.map(({ text, name, role }) => (
          <figure key={name} data-list="testimonial" className={styles.quote}>
            <blockquote data-fill="text">{text}</blockquote>
            <figcaption>
              <b data-fill="name">{name}</b>
              <span data-fill="role">{role}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
