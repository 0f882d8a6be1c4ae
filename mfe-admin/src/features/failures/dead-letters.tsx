import type { DeadLetter } from '@leadping/contracts/dead-letter-routes';
import {
  commerceDeadLetters,
  identityDeadLetters,
  licensingDeadLetters,
  supportDeadLetters,
} from '@leadping/contracts/endpoints/dead-letter';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Moment } from '@leadping/web-kit/page/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Selectable } from './selectable.tsx';
import styles from './failures.module.css';

/** Each service answers for its own; one that is down hides nothing of the others. */
const SERVICES = [
  { name: 'identity', routes: identityDeadLetters, text: 'Sign-ins of resellers and invitations.' },
  { name: 'commerce', routes: commerceDeadLetters, text: 'Keys on orders, resellers of paid rights.' },
  { name: 'licensing', routes: licensingDeadLetters, text: 'Licenses of paid orders, refunds and disputes.' },
  { name: 'support', routes: supportDeadLetters, text: 'Mails, tickets and system logs.' },
] as const;

export function DeadLetters() {
  return SERVICES.map((service) => <ServiceLetters key={service.name} {...service} />);
}

function ServiceLetters({ name, routes: { list, replay: replayRoute }, text }: (typeof SERVICES)[number]) {
  const toast = useToast();
  const onError = useFailureToast('The events were not replayed');
  const { data, error, refetch } = useQuery({ ...reading(list), staleTime: 0 });
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
      title={`Events that ${name} gave up`}
      text={data && data.total > data.deadLetters.length ? `${text} ${data.total} in all.` : text}
    >
      <Selectable
        label={`Events that ${name} gave up`}
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
