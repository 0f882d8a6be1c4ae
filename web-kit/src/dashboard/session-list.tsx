import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '@leadping/contracts/endpoints/identity/own-session';
import type { OwnSession } from '@leadping/contracts/identity/own-session-routes';
import { useQuery } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { useRef } from 'react';
import { reading, useWrite } from '../api/hooks.ts';
import { Badge } from './badge.tsx';
import { LoadError } from './load-error.tsx';
import { Panel } from './panel.tsx';
import { Moment } from './moment.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import styles from './item-list.module.css';
import { useFailureToast } from '../session/use-failure-toast.ts';

export function SessionList() {
  const toast = useToast();
  const onError = useFailureToast('The session was not ended');
  const { data, error, refetch } = useQuery({ ...reading(listOwnSessions), staleTime: 0 });
  const invalidates = [listOwnSessions];
  const end = useWrite(endOwnSession, {
    invalidates,
    onSuccess: () => toast({ title: 'Session ended', tone: 'success' }),
    onError,
  });
  const endOthers = useWrite(endOtherSessions, {
    invalidates,
    onSuccess: ({ ended }) => {
      toast({ title: ended === 1 ? '1 session ended' : `${ended} sessions ended`, tone: 'success' });
      // The pressed button no longer exists, so the list gets the focus.
      list.current?.focus({ preventScroll: true });
    },
    onError,
  });
  const list = useRef<HTMLUListElement>(null);
  const focus = useKeptFocus(list);
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Panel
      title="Sessions"
      text="Where you are signed in. End what you don't recognize, then change your password."
      action={
        hasOthers && (
          <Button loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            End all others
          </Button>
        )
      }
    >
      {error && !data && (
        <LoadError title="We couldn't load your sessions" error={error} onRetry={() => void refetch()} />
      )}
      <ul
        ref={list}
        className={styles.list}
        aria-label="Sessions"
        aria-busy={!data && !error}
        tabIndex={-1}
        {...focus}
      >
        {data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables.params.id === session.id}
            onEnd={() => end.mutate({ params: { id: session.id } })}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface SessionRowProps {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { id, device, address, isCurrent, signedInAt, usedAt } = session;
  const labelId = `session-${id}`;
  return (
    <li className={styles.row}>
      <div>
        <p id={labelId} className={styles.name}>
          {device} {isCurrent && <Badge tone="success">This device</Badge>}
        </p>
        <p className={styles.facts}>
          {address && <code>{address}</code>}
          <span>
            Signed in <Moment at={signedInAt} />
          </span>
          {!isCurrent && (
            <span>
              Last used <Moment at={usedAt} />
            </span>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button aria-describedby={labelId} loading={isEnding} onClick={onEnd}>
          End session
        </Button>
      )}
    </li>
  );
}
