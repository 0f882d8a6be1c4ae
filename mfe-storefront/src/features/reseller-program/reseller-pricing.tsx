import { RESELLER_PRICING as COPY } from '../../copy/reseller-program.ts';
import { Section } from '../page/section.tsx';
import styles from './reseller-pricing.module.css';

export function ResellerPricing() {
  return (
    <Section id="set-your-own-pricing" title={COPY.title} lead={COPY.lead}>
      <dl className={styles.bands}>
        {COPY.bands.map(({ name, range, text }) => (
          <div key={name} className={styles.band}>
            <dt>{name}</dt>
            <dd>
              <strong>{range}</strong>
              <span>{text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
