import { RESELLER_SUPPORT as COPY } from '../../copy/reseller-program.ts';
import { Section } from '../page/section.tsx';
import styles from './reseller-support.module.css';

export function ResellerSupport() {
  return (
    <Section id="reseller-support" title={COPY.title} lead={COPY.lead} className={styles.section}>
      <dl className={styles.items}>
        {COPY.items.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
