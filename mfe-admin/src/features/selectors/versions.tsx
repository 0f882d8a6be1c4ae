import { reading } from '@leadping/web-kit/api/hooks';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import type { Reply } from '@leadping/web-kit/api/call';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Button, Skeleton } from '@leadping/web-kit/ui/core';
import { Suspense, useState } from 'react';
import { readVersions } from './endpoints.ts';
import styles from './selectors.module.css';

const CodeEditor = reloadable(() => import('./code-editor.tsx'));
const SHOWN = 10;

type Version = Reply<typeof readVersions>[number];

interface Restoring {
  /** The text in the editor would be lost. */
  isUnsaved: boolean;
  isBusy: boolean;
  /** The version that is being restored. */
  restoring: number | undefined;
  onRestore: (version: Version) => void;
}

interface VersionsProps {
  /** The text in the editor, which versions are compared with. */
  current: string;
  published: number;
  restoring: Restoring;
}

/** Earlier versions, how they differ, and one click back. */
export function Versions({ current, published, restoring }: VersionsProps) {
  const { data, error, refetch } = useQuery({ ...reading(readVersions), staleTime: 0 });
  const [compared, setCompared] = useState<number>();
  const [all, setAll] = useState(false);
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
        {versions.map((entry) => (
          <li key={entry.version}>
            <strong>Version {entry.version}</strong>
            {entry.version === published && <Badge tone="success">Published</Badge>}
            <span className={styles.by}>
              <Moment at={entry.savedAt} /> by <bdi>{entry.savedBy}</bdi>
            </span>
            <Button
              size="small"
              aria-expanded={compared === entry.version}
              onClick={() => setCompared(compared === entry.version ? undefined : entry.version)}
            >
              {compared === entry.version ? 'Hide changes' : 'Compare'}
            </Button>
            {entry.version !== published && <RestoreButton entry={entry} {...restoring} />}
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

function RestoreButton({ entry, isUnsaved, isBusy, restoring, onRestore }: Restoring & { entry: Version }) {
  const [isAsking, setIsAsking] = useState(false);
  const isRestoring = restoring === entry.version;
  const restore = () => {
    setIsAsking(false);
    onRestore(entry);
  };
  return (
    <>
      <Button
        size="small"
        loading={isRestoring}
        disabled={isBusy && !isRestoring}
        onClick={() => (isUnsaved ? setIsAsking(true) : restore())}
      >
        Restore
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Restore version ${entry.version}?`}
        confirmLabel="Discard changes and restore"
        onConfirm={restore}
        onCancel={() => setIsAsking(false)}
      >
        Your changes in the editor are not saved yet.
      </ConfirmDialog>
    </>
  );
}
