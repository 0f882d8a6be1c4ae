import { PROBLEM } from '../../copy/landing.ts';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Section } from '../page/section.tsx';
import styles from './problem.module.css';

export function Problem() {
  return (
    <Section id="problem" title={PROBLEM.title} lead={PROBLEM.lead} className={styles.section}>
      <div className={styles.split}>
        <div className={styles.receipt}>
          <h3 className={styles.heading}>{PROBLEM.handTitle}</h3>
          <ol className={styles.chores}>
            {PROBLEM.chores.map(({ text, seconds }) => (
              <li key={text}>
                <span>{text}</span>
                <span className={styles.seconds}>{seconds} s</span>
              </li>
            ))}
          </ol>
          <p className={styles.total}>
            <span>One profile</span>
            <strong>{PROBLEM.handTotal}</strong>
          </p>
          <p className={styles.note}>{PROBLEM.handNote}</p>
        </div>
        <div className={styles.ping}>
          <h3 className={styles.heading}>{PROBLEM.pingTitle}</h3>
          <ol className={styles.chores}>
            <li>
              <span>{PROBLEM.pingChore}</span>
              <span className={styles.seconds}>1 s</span>
            </li>
          </ol>
          <RingMark size={180} className={styles.mark} />
          <p className={styles.total}>
            <span>One profile</span>
            <strong>{PROBLEM.pingTotal}</strong>
          </p>
          <p className={styles.note}>{PROBLEM.pingNote}</p>
        </div>
      </div>
    </Section>
  );
}
