import { CodeBlock } from '../page/code-block.tsx';
import reading from '../page/reading.module.css';
import { AnchoredHeading } from './anchored-heading.tsx';
import type { GuideStep } from './guide.ts';
import styles from './guide-steps.module.css';

export function GuideSteps({ steps }: { steps: readonly GuideStep[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ id, title, body, code, picture }, index) => (
        <li key={id} id={id} className={`${reading.section} ${styles.step}`}>
          <AnchoredHeading id={id} title={`Step ${index + 1}: ${title}`} />
          <div className={styles.body}>{body}</div>
          {picture && <div className={styles.picture}>{picture}</div>}
          {code && <CodeBlock title={code.title} code={code.text} />}
        </li>
      ))}
    </ol>
  );
}
