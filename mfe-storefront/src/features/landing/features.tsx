import { FEATURES } from '../../copy/landing.ts';
import layout from '@leadping/web-kit/page/layout.module.css';
import { Section } from '../page/section.tsx';
import styles from './features.module.css';

export function Features() {
  return (
    <Section id="features" title={FEATURES.title} lead={FEATURES.lead} className={styles.section}>
      <ul className={styles.sheet}>
        {FEATURES.items.map(({ figure, title, text }) => (
          <li key={title} className={styles.item}>
            <span className={styles.figure} aria-hidden="true">
              {figure}
            </span>
            <div>
              <h3 className={styles.title}>
                <span className={layout.spoken}>{figure} </span>
                {title}
              </h3>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
