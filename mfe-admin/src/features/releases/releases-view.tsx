import { failureText } from '@leadping/web-kit/api/api-error';
import { Alert, Button, Empty, Skeleton, UiProvider } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { ConfirmChange } from './confirm-change.tsx';
import { History } from './history.tsx';
import type { Intent } from './intent.ts';
import type { AppHealth } from './types.ts';
import { ReleasesTable } from './releases-table.tsx';
import styles from './releases-view.module.css';
import { useReleases } from './use-releases.ts';
import { Violations } from './violations.tsx';

export default function ReleasesView() {
  const { released, status, promotion, rollback, refetch } = useReleases();
  const [intent, setIntent] = useState<Intent>();
  const confirm = ({ action, apps, revision }: Intent) => {
    const change = action === 'promote' ? promotion : rollback;
    change.mutate({ body: { apps, revision } }, { onSettled: () => setIntent(undefined) });
  };
  const failure = released.error ?? status.error;
  // Apps are shown together with their metrics, so that the cards keep their height.
  const shown = status.isPending ? undefined : released.data;
  const apps = shown?.apps;

  return (
    <UiProvider>
      <ViewHeader title="Releases">
        Live versions and how they performed in the last hour.
        {released.data && ` Revision ${released.data.revision}.`}
      </ViewHeader>
      {failure && (
        <Alert
          className={styles.failure}
          type="error"
          showIcon
          title={apps ? 'These figures may be out of date' : "We couldn't load the releases"}
          description={failureText(failure)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!apps && !failure && <Skeleton active paragraph={{ rows: 8 }} />}
      {apps?.length === 0 && (
        <Empty description="Nothing is released yet. A team releases with: npm run release -w <remote>" />
      )}
      {shown && shown.apps.length > 0 && (
        <>
          {status.data && <p className={styles.errors}>{errorsText(status.data.apps)}</p>}
          <ReleasesTable
            released={shown}
            health={status.data?.apps ?? []}
            readAt={status.dataUpdatedAt || released.dataUpdatedAt}
            onIntent={setIntent}
          />
        </>
      )}
      {shown && <History apps={shown.apps.map(({ name }) => name)} revision={shown.revision} />}
      {apps && <Violations />}
      <ConfirmChange
        intent={intent}
        isPending={promotion.isPending || rollback.isPending}
        onConfirm={confirm}
        onCancel={() => setIntent(undefined)}
      />
    </UiProvider>
  );
}

/** Summarizes whether visitors met errors, and in which apps. */
function errorsText(apps: readonly AppHealth[]): string {
  const failing = apps.flatMap(({ name, versions }) => {
    const errors = versions.reduce((sum, version) => sum + version.errors, 0);
    return errors > 0 ? [`${errors.toLocaleString('en')} in ${name}`] : [];
  });
  return failing.length === 0
    ? 'No errors in the last hour.'
    : `Errors in the last hour: ${failing.join(', ')}.`;
}
