import type { QaResult } from '@leadping/contracts/support/qa-routes';
import { QA_CATEGORIES } from '@leadping/contracts/support/vocabulary';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import styles from './qa.module.css';

interface QaResultsProps {
  results: readonly QaResult[];
  /** Categories with failures come first: not while results arrive, which would move what somebody reads. */
  isComplete?: boolean;
}

/** By category, in the order of the specification. In each category, failed checks come first. */
export function QaResults({ results, isComplete = false }: QaResultsProps) {
  const groups = QA_CATEGORIES.map((category) => {
    const own = results.filter((result) => result.category === category);
    const [passed, failed] = [own.filter(isPassed), own.filter((result) => !isPassed(result))];
    return { category, passed: passed.length, failed: failed.length, results: [...failed, ...passed] };
  }).filter((group) => group.results.length > 0);
  if (isComplete) groups.sort((a, b) => Number(b.failed > 0) - Number(a.failed > 0));
  return groups.map((group) => (
    <Panel
      key={group.category}
      title={group.category}
      text={`${group.passed} of ${group.results.length} passed`}
    >
      <ul className={styles.results}>
        {group.results.map(({ name, status, details, duration }) => (
          <li key={name}>
            <Badge tone={status === 'PASSED' ? 'success' : 'danger'}>{status}</Badge>
            <span className={styles.name}>{name}</span>
            <span className={styles.duration}>{duration} ms</span>
            {details && <p data-failed={status !== 'PASSED'}>{details}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  ));
}

const isPassed = ({ status }: QaResult) => status === 'PASSED';
