import { FIGURES } from '../../copy/figures.ts';
import { TESTIMONIALS } from '../../copy/landing.ts';
import { Section } from '../page/section.tsx';
import styles from './testimonials.module.css';

export function Testimonials() {
  return (
    <Section id="testimonials" title={TESTIMONIALS.title} className={styles.section}>
      <dl className={styles.figures}>
        <div>
          <dd>{FIGURES.users}</dd>
          <dt>{TESTIMONIALS.users}</dt>
        </div>
        <div>
          <dd>{FIGURES.rating}</dd>
          <dt>{TESTIMONIALS.rating}</dt>
        </div>
      </dl>
      <div className={styles.quotes}>
        {TESTIMONIALS.quotes.map(({ text, name, role }) => (
          <figure key={name} className={styles.quote}>
            <blockquote>{text}</blockquote>
            <figcaption>
              <b>{name}</b>
              <span>{role}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
