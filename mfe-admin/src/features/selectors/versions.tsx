import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Moment } from '@leadping/web-kit/page/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button, Skeleton } from '@leadping/web-kit/ui/core';
import { lazy, Suspense, useState } from 'react';
import { readSelectors, readVersions, restoreVersion } from './endpoints.ts';
import styles from './selectors.module.css';

const CodeEditor = lazy(() => import('./code-editor.tsx'));
const SHOWN = 10;

interface VersionsProps {
  /** The text in the editor, which versions are compared with. */
  current: string;
  published: number;
}

/** Earlier versions, how they differ, and one click back. */
export function Versions({ current, published }: VersionsProps) {
  const toast = useToast();
  const onError = useFailureToast('The version was not restored');
  const { data, error, refetch } = useQuery({ ...reading(readVersions), staleTime: 0 });
  const [compared, setCompared] = useState<number>();
  const [all, setAll] = useState(false);
  const restore = useWrite(restoreVersion, {
    invalidates: [readSelectors, readVersions],
    onSuccess: ({ message }) => toast({ title: 'Success', description: message, tone: 'success' }),
    onError,
  });
  const versions = data?.slice(0, all ? undefined : SHOWN) ?? [];
  const shown = data?.find(({ version }) => version === compared);

  return (
    <Panel
      title="Versions"
      text="Every save is kept, the last 100 are listed. Restoring one publishes it again."
    >
      {error && (
        <LoadError title="We couldn't load the versions" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
      {data?.length === 0 && <p className={styles.note}>Nothing saved yet.</p>}
      <ul className={styles.versions} aria-label="Versions">
        {versions.map(({ version, savedAt, savedBy }) => (
          <li key={version}>
            <strong>Version {version}</strong>
            {version === published && <Badge tone="success">Published</Badge>}
            <span className={styles.by}>
              <Moment at={savedAt} /> by <bdi>{savedBy}</bdi>
            </span>
            <Button
              size="small"
              aria-expanded={compared === version}
              onClick={() => setCompared(compared === version ? undefined : version)}
            >
              {compared === version ? 'Hide changes' : 'Compare'}
            </Button>
            {version !== published && (
              <Button
                size="small"
                loading={restore.isPending && restore.variables?.body.version === version}
                onClick={() => restore.mutate({ body: { version } })}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && data.length > SHOWN && !all && <Button onClick={() => setAll(true)}>Show all versions</Button>}
      {shown && (
        <>
          <p className={styles.note}>From version {shown.version} to the text in the editor:</p>
          <Suspense fallback={<Skeleton active paragraph={{ rows: 5 }} title={false} />}>
            <CodeEditor
              key={shown.version}
              label={`Changes since version ${shown.version}`}
              value={current}
              comparedWith={shown.selectors}
            />
          </Suspense>
        </>
      )}
    </Panel>
  );
}
