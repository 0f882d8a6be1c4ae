import { failureText } from '@leadping/web-kit/api/api-error';
import { keyOf, reading } from '@leadping/web-kit/api/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@leadping/web-kit/query';
import { Alert, Button, Tag } from '@leadping/web-kit/ui/core';
import { Select } from '@leadping/web-kit/ui/form';
import { useEffect, useRef, useState } from 'react';
import { readReleaseHistory } from '../../endpoints.ts';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import styles from './history.module.css';
import { WideTable } from './wide-table.tsx';
import type { HistoryEntry } from './types.ts';

const PAGE = 20;

const ACTIONS: Record<string, { label: string; color?: string }> = {
  seed: { label: 'First build' },
  publish: { label: 'Released', color: 'success' },
  canary: { label: 'Canary', color: 'warning' },
  promote: { label: 'Promoted', color: 'success' },
  rollback: { label: 'Rolled back', color: 'error' },
  'automatic-rollback': { label: 'Rolled itself back', color: 'error' },
  retire: { label: 'Retired' },
};

interface HistoryProps {
  apps: string[];
  /** The current revision. The history is read again when it changes. */
  revision: number;
}

/** All revisions, newest first, in pages. */
export function History({ apps, revision }: HistoryProps) {
  const [app, setApp] = useState<string>();
  /** The start of each page before the current one. The newest page has none. */
  const [cursors, setCursors] = useState<number[]>([]);
  const before = cursors.at(-1);
  const query = { limit: PAGE, ...(app ? { app } : {}), ...(before ? { before } : {}) };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...reading(readReleaseHistory, { query }),
    placeholderData: keepPreviousData,
  });
  const queryClient = useQueryClient();
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    void queryClient.invalidateQueries({ queryKey: keyOf(readReleaseHistory) });
  }, [queryClient, revision]);
  const entries = data?.entries ?? [];
  const oldest = entries.at(-1)?.revision;

  return (
    <section className={styles.history} aria-labelledby="release-history">
      <header className={styles.header}>
        <h2 id="release-history">History</h2>
        <Select
          aria-label="Show"
          value={app ?? ''}
          onChange={(value) => {
            setApp(value || undefined);
            setCursors([]);
          }}
          options={[
            { value: '', label: 'Everything' },
            ...apps.map((name) => ({ value: name, label: name })),
          ]}
        />
      </header>
      {error && (
        <Alert
          type="error"
          showIcon
          title="We couldn't load the history"
          description={failureText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!(error && !data) && (
        <WideTable
          label="History of releases"
          rows={entries}
          keyOf={({ revision }) => revision}
          isBusy={isPending || isPlaceholderData}
          empty={before ? 'No older releases.' : 'No releases yet. The first one appears here.'}
          columns={[
            { title: 'Revision', isFigure: true, render: ({ revision }) => revision },
            { title: 'When', render: ({ at }) => <Moment at={at} /> },
            {
              title: 'What',
              render: ({ action }) => (
                <Tag color={ACTIONS[action]?.color}>{ACTIONS[action]?.label ?? action}</Tag>
              ),
            },
            {
              title: 'Versions',
              isWide: true,
              render: (entry) => (
                <span className={styles.versions}>
                  {changedBuilds(entry).map((build) => (
                    <code key={build}>{build}</code>
                  ))}
                </span>
              ),
            },
            { title: 'By', render: ({ by }) => by },
            {
              title: 'Note',
              isWide: true,
              render: ({ note, evidence }) =>
                (note || evidence) && (
                  <div className={styles.note}>
                    {note}
                    {evidence && <Reported messages={evidence.messages} />}
                  </div>
                ),
            },
          ]}
        />
      )}
      <div className={styles.pages}>
        <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
          Newer
        </Button>
        <Button
          disabled={isPlaceholderData || entries.length < PAGE || oldest === undefined}
          onClick={() => oldest !== undefined && setCursors([...cursors, oldest])}
        >
          Older
        </Button>
      </div>
    </section>
  );
}

/** A sample of the errors that visitors' pages reported about a release before it was rolled back. */
function Reported({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <details>
      <summary>What their pages reported</summary>
      <ul className={styles.reported}>
        {messages.map((message) => (
          <li key={message}>
            <code>{message}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The builds that a revision changed. In `builds`, an app's stable build comes first, then its canary. */
function changedBuilds({ action, apps, builds }: HistoryEntry): string[] {
  return apps.flatMap((app) => {
    const [stable, canary] = builds.filter((build) => build.startsWith(`${app}@`));
    return (action === 'canary' ? canary : stable) ?? [];
  });
}
