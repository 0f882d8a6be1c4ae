import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { PageSkeleton } from '@leadping/web-kit/dashboard/page-skeleton.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { UnsavedChanges } from '@leadping/web-kit/dashboard/unsaved-changes.tsx';
import { reading } from '@leadping/web-kit/api/hooks';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { Button, Skeleton, UiProvider } from '@leadping/web-kit/ui/core';
import { Suspense, useState } from 'react';
import { CaptureHealth } from './capture-health.tsx';
import { readSelectors } from './endpoints.ts';
import { EXAMPLE } from './example.ts';
import { PublicEndpoint } from './public-endpoint.tsx';
import { faultOf } from './read-text.ts';
import styles from './selectors.module.css';
import { TryIt } from './try-it.tsx';
import { useRestore, useSaveSelectors } from './use-save-selectors.ts';
import { Versions } from './versions.tsx';

const CodeEditor = reloadable(() => import('./code-editor.tsx'));

export default function SelectorsView() {
  const { data, error, refetch, isFetching } = useQuery({ ...reading(readSelectors), staleTime: 0 });
  return (
    <UiProvider>
      <ViewHeader title="Chrome Extension Selectors">
        Where the extension finds each field on a profile page. It reads the published version every time it
        starts.
      </ViewHeader>
      {error && !data && (
        <LoadError
          title="We couldn't load the selectors"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <PageSkeleton />}
      {data && <Editor key={data.version} {...data} />}
    </UiProvider>
  );
}

interface EditorProps {
  selectors: string;
  version: number;
  savedAt: string | null;
}

function Editor({ selectors: published, version, savedAt }: EditorProps) {
  const toast = useToast();
  const [text, setText] = useState(published);
  const { isSaving, save } = useSaveSelectors();
  const { restore, restoring } = useRestore();
  const isUnsaved = text !== published;
  // The editor is reset to the published selectors after a save or restore.
  const isBusy = isSaving || restoring !== undefined;
  const fault = faultOf(text);
  const format = () => {
    try {
      setText(JSON.stringify(JSON.parse(text), null, 2));
    } catch {
      toast({ title: 'Cannot format invalid JSON', tone: 'destructive' });
    }
  };

  return (
    <>
      <UnsavedChanges when={isUnsaved && !isBusy} />
      <Panel
        title="Selectors"
        text={
          savedAt ? (
            <>
              Version {version}, saved <Moment at={savedAt} />
            </>
          ) : (
            'Nothing is published yet: the extension uses its built-in selectors.'
          )
        }
        action={
          <div className={styles.actions}>
            <Button disabled={isBusy} onClick={() => setText(EXAMPLE)}>
              Load Example
            </Button>
            <Button disabled={isBusy} onClick={format}>
              Format JSON
            </Button>
            <Button
              type="primary"
              loading={isSaving}
              disabled={restoring !== undefined}
              onClick={() => save(text)}
            >
              Save selectors
            </Button>
          </div>
        }
      >
        <div className={styles.code}>
          <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} title={false} />}>
            <CodeEditor label="Selectors as JSON" value={text} isReadOnly={isBusy} onChange={setText} />
          </Suspense>
        </div>
        <p className={styles.fault} role="status">
          {fault && fault.kind !== 'empty' && `Line ${lineOf(text, fault.position)}: ${fault.message}`}
        </p>
      </Panel>
      <TryIt text={text} />
      <CaptureHealth published={version} />
      <Versions
        current={text}
        published={version}
        restoring={{ isUnsaved, isBusy, restoring, onRestore: restore }}
      />
      <PublicEndpoint />
    </>
  );
}

const lineOf = (text: string, position: number) => text.slice(0, position).split('\n').length;
