import { SOLUTION } from '../../copy/landing.ts';
import { Section } from '../page/section.tsx';
import { PingDemo } from './ping-demo.tsx';
import styles from './solution.module.css';

export function Solution() {
  return (
    <Section id="solution" title={SOLUTION.title} lead={SOLUTION.lead} className={styles.section}>
      <PingDemo />
    </Section>
  );
}
