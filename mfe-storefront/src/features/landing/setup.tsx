import { Link } from '@leadping/web-kit/router';
import { SETUP } from '../../copy/landing.ts';
import { Section } from '../page/section.tsx';
import { SETUP_PICTURES } from './setup-pictures.tsx';
import styles from './setup.module.css';

export function Setup() {
  return (
    <Section id="setup" title={SETUP.title} lead={SETUP.lead}>
      <ol className={styles.steps}>
        {SETUP.steps.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <div className={styles.picture} aria-hidden="true">
              {SETUP_PICTURES[index]}
            </div>
            <h3 className={styles.title}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.more}>
        <Link to="/docs/installation">{SETUP.link}</Link>
      </p>
    </Section>
  );
}
