import { ApiError } from '@leadping/web-kit/api/api-error';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { promote, readReleaseHistory, readReleases, readReleaseStatus, rollBack } from '../../endpoints.ts';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';

const POLL_MS = 5000;
const AFTER_CONFLICT = 'Nothing was changed. Look at the versions as they are now, then decide again.';

/** The releases and their health, refreshed while the view is open. */
export function useReleases() {
  const toast = useToast();
  const onPromoteFailure = useFailureToast('Failed to promote');
  const onRollbackFailure = useFailureToast('Failed to roll back');
  const released = useQuery({ ...reading(readReleases), refetchInterval: POLL_MS });
  const status = useQuery({ ...reading(readReleaseStatus), refetchInterval: POLL_MS });
  const invalidates = [readReleases, readReleaseStatus, readReleaseHistory];
  const notify = (title: string) => (reply: { apps: string[]; revision: number }) =>
    toast({ title, description: `${reply.apps.join(', ')}: revision ${reply.revision}`, tone: 'success' });
  const refetch = () => Promise.all([released.refetch(), status.refetch()]);
  const explain = (onFailure: (error: Error) => void) => (error: Error) => {
    const isConflict = error instanceof ApiError && error.code === 'RELEASE_CONFLICT';
    onFailure(isConflict ? new Error(`${error.message} ${AFTER_CONFLICT}`, { cause: error }) : error);
    if (isConflict) void refetch();
  };
  const promotion = useWrite(promote, {
    invalidates,
    onSuccess: notify('Promoted'),
    onError: explain(onPromoteFailure),
  });
  const rollback = useWrite(rollBack, {
    invalidates,
    onSuccess: notify('Rolled back'),
    onError: explain(onRollbackFailure),
  });
  return { released, status, promotion, rollback, refetch };
}
