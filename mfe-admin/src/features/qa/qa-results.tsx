import type { QaResult } from '@leadping/contracts/support/qa-routes';
import { QA_CATEGORIES } from '@leadping/contracts/support/vocabulary';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import styles from './qa.module.css';

/** By category, in the order of the specification; what did not pass comes first. */
export function QaResults({ results }: { results: readonly QaResult[] }) {
  const groups = QA_CATEGORIES.map((category) => ({
    category,
    results: results
      .filter((result) => result.category === category)
      .sort((a, b) => Number(a.status === 'PASSED') - Number(b.status === 'PASSED')),
  })).filter((group) => group.results.length > 0);
  return groups.map((group) => (
    <Panel
      key={group.category}
      title={group.category}
      text={`${group.results.filter(({ status }) => status === 'PASSED').length} of ${group.results.length} passed`}
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
