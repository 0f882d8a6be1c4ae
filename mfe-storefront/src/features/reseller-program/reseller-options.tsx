import { RESELLER_OPTIONS as COPY } from '../../copy/reseller-program.ts';
import { Section } from '../page/section.tsx';
import styles from './reseller-options.module.css';

export function ResellerOptions() {
  return (
    <Section id="integration-options" title={COPY.title} lead={COPY.lead}>
      <ol className={styles.options}>
        {COPY.options.map(({ id, title, time, text, gives }) => (
          <li key={id} className={styles.option}>
            <p className={styles.time}>
              <strong>{time}</strong> to set up
            </p>
            <div>
              <h3 className={styles.title}>{title}</h3>
              <p>{text}</p>
            </div>
            <ul className={styles.gives}>
              {gives.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}
