import { RESELLER_STEPS as COPY } from '../../copy/reseller-program.ts';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Section } from '../page/section.tsx';
import styles from './reseller-steps.module.css';

export function ResellerSteps() {
  return (
    <Section id="how-it-works" title={COPY.title} className={styles.section}>
      <ol className={styles.steps}>
        {COPY.steps.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <RingMark size={40 + index * 28} className={styles.mark} />
            <h3 className={styles.title}>
              {index + 1}. {title}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
