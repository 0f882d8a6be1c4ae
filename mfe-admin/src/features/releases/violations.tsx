import { failureText } from '@leadping/web-kit/api/api-error';
import { reading } from '@leadping/web-kit/api/hooks';
import { namedDateText } from '@leadping/web-kit/page/dates.ts';
import { useQuery } from '@leadping/web-kit/query';
import { Alert, Button, Tag } from '@leadping/web-kit/ui/core';
import type { Violation } from '@leadping/contracts/gateway/violation-routes';
import { readViolations } from '../../endpoints.ts';
import styles from './history.module.css';
import { WideTable } from './wide-table.tsx';

/** Violations of our content security policy that browsers reported, by version and kind. */
export function Violations() {
  const { data, error, isPending, refetch } = useQuery({ ...reading(readViolations), staleTime: 0 });
  return (
    <section className={styles.history} aria-labelledby="release-violations">
      <header className={styles.header}>
        <h2 id="release-violations">Blocked by the security policy</h2>
      </header>
      {error && (
        <Alert
          type="error"
          showIcon
          title="We couldn't load the blocked content"
          description={failureText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!error && (
        <WideTable
          label="Blocked by the security policy"
          isBusy={isPending}
          rows={data?.violations ?? []}
          keyOf={keyOf}
          empty="Browsers have reported nothing in the last 30 days."
          columns={[
            { title: 'Version', render: ({ app, version }) => `${app}@${version}` },
            { title: 'Page', isWide: true, render: ({ page }) => page },
            { title: 'Rule', render: renderRule },
            { title: 'Blocked', isWide: true, render: ({ blocked, sink }) => sink || blocked },
            { title: 'By', render: ({ source }) => source },
            { title: 'Times', isFigure: true, render: ({ count }) => count.toLocaleString() },
            {
              title: 'Last',
              isFigure: true,
              render: ({ lastDay }) => <time dateTime={lastDay}>{namedDateText(lastDay)}</time>,
            },
          ]}
        />
      )}
    </section>
  );
}

const renderRule = ({ directive, disposition }: Violation) => (
  <>
    {directive} {disposition === 'report' && <Tag>Only reported</Tag>}
  </>
);

const keyOf = ({ app, version, directive, blocked, source, page, sink, disposition }: Violation) =>
  [app, version, directive, blocked, source, page, sink, disposition].join(' ');
