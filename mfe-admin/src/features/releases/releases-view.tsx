import { Alert, Button, Empty, Skeleton, UiProvider } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { AppCard } from './app-card.tsx';
import { ConfirmChange } from './confirm-change.tsx';
import { History } from './history.tsx';
import type { Intent } from './intent.ts';
import styles from './releases-view.module.css';
import { useReleases } from './use-releases.ts';

export default function ReleasesView() {
  const { released, status, promotion, rollback, refetch } = useReleases();
  const [intent, setIntent] = useState<Intent>();
  const confirm = ({ action, apps }: Intent) => {
    const change = action === 'promote' ? promotion : rollback;
    // The revision on screen goes along: what somebody else changed meanwhile is never overwritten unseen.
    const body = { apps, revision: released.data?.revision };
    change.mutate({ body }, { onSettled: () => setIntent(undefined) });
  };
  const failure = released.error ?? status.error;
  const apps = released.data?.apps;

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
          title={apps ? 'These figures may be old' : 'The releases could not be read'}
          description={failure.message}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!apps && !failure && <Skeleton active paragraph={{ rows: 8 }} />}
      {apps?.length === 0 && (
        <Empty description="Nothing is released yet. A team releases with: npm run release -w <remote>" />
      )}
      <div className={styles.apps}>
        {apps?.map((app) => (
          <AppCard
            key={app.name}
            app={app}
            all={apps}
            health={status.data?.apps.find(({ name }) => name === app.name)}
            readAt={status.dataUpdatedAt || released.dataUpdatedAt}
            onIntent={setIntent}
          />
        ))}
      </div>
      {apps && <History apps={apps.map(({ name }) => name)} />}
      <ConfirmChange
        intent={intent}
        isPending={promotion.isPending || rollback.isPending}
        onConfirm={confirm}
        onCancel={() => setIntent(undefined)}
      />
    </UiProvider>
  );
}
