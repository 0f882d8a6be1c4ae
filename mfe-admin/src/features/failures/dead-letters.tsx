import type { DeadLetter } from '@leadping/contracts/dead-letter-routes';
import {
  commerceDeadLetters,
  identityDeadLetters,
  licensingDeadLetters,
  supportDeadLetters,
} from '@leadping/contracts/endpoints/dead-letter';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Selectable } from './selectable.tsx';
import styles from './failures.module.css';

/** Each service answers for its own; one that is down hides nothing of the others. */
export const SERVICES = [
  { name: 'identity', routes: identityDeadLetters, text: 'Reseller sign-ins and invitations.' },
  {
    name: 'commerce',
    routes: commerceDeadLetters,
    text: 'License keys on orders, and accounts of new resellers.',
  },
  { name: 'licensing', routes: licensingDeadLetters, text: 'Licenses of paid orders, refunds and disputes.' },
  { name: 'support', routes: supportDeadLetters, text: 'Emails, tickets and system logs.' },
] as const;

type Service = (typeof SERVICES)[number];

export const useDeadLetters = ({ routes }: Service) => useQuery({ ...reading(routes.list), staleTime: 0 });

export function DeadLetters(service: Service) {
  const {
    name,
    routes: { list, replay: replayRoute },
    text,
  } = service;
  const toast = useToast();
  const onError = useFailureToast('The events were not replayed');
  const { data, error, refetch } = useDeadLetters(service);
  const replay = useWrite(replayRoute, {
    invalidates: [list],
    onSuccess: ({ replayed, failed }) =>
      toast({
        title: replayed === 1 ? '1 event was handled' : `${replayed} events were handled`,
        description: failed[0] && `${failed.length} failed again: ${failed[0].error}`,
        tone: failed.length > 0 ? 'destructive' : 'success',
      }),
    onError,
  });
  return (
    <Panel
      title={`Failed ${name} events`}
      text={data && data.total > data.deadLetters.length ? `${text} ${data.total} in all.` : text}
    >
      <Selectable
        label={`Failed ${name} events`}
        items={data?.deadLetters}
        idOf={({ id }) => id}
        nameOf={({ subject }) => subject}
        error={error}
        onRetry={() => void refetch()}
        empty="Every event was handled."
        isReplaying={replay.isPending}
        onReplay={(ids) => replay.mutate({ body: { ids } })}
        render={(letter) => <Letter letter={letter} />}
      />
    </Panel>
  );
}

function Letter({ letter: { subject, consumer, error, attempts, at, traceId } }: { letter: DeadLetter }) {
  return (
    <>
      <p className={styles.head}>
        <code>{subject}</code>
        <span>
          {consumer}, {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
        </span>
        <Moment at={at} />
        {traceId && <Link to={`/admin/logs?search=${encodeURIComponent(traceId)}`}>Logs of this trace</Link>}
      </p>
      <p className={styles.reason}>{error}</p>
    </>
  );
}
