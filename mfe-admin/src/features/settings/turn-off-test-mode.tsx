import type { HealthCheck } from '@leadping/contracts/commerce/payment-health-routes';
import { failureText } from '@leadping/web-kit/api/api-error';
import { reading } from '@leadping/web-kit/api/hooks';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Skeleton } from '@leadping/web-kit/ui/core';
import { checkPayments } from './endpoints.ts';
import styles from './settings.module.css';
import { useSaveSettings } from './use-settings.ts';

interface TurnOffTestModeProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before test mode ends, after the live payment setup was tried. */
export function TurnOffTestMode({ isOpen, onClose }: TurnOffTestModeProps) {
  const save = useSaveSettings();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Turn test mode off?"
      confirmLabel="Turn test mode off"
      isPending={save.isPending}
      onConfirm={() => save.mutate({ body: { testMode: false } }, { onSuccess: onClose })}
      onCancel={() => {
        save.reset();
        onClose();
      }}
    >
      {save.error && (
        <p className={styles.refusal} role="alert">
          {failureText(save.error)}
        </p>
      )}
      <p>From then on:</p>
      <ul className={styles.changes}>
        <li>Checkouts on your pages take real cards and real money, with the live keys.</li>
        <li>Resellers with test keys sell nothing until they store live keys.</li>
        <li>Sums show live orders only. Test orders stay in the lists, marked as test.</li>
        <li>Licenses of test orders still end 30 days after the purchase.</li>
        <li>System logs are kept for 24 hours, even if persistent logging is on.</li>
      </ul>
      <h3 className={styles.mode}>The live payment setup</h3>
      <LiveChecks />
    </ConfirmDialog>
  );
}

const STATES: Record<HealthCheck['state'], [BadgeTone, string]> = {
  ok: ['success', 'Passed'],
  warning: ['warning', 'Attention'],
  failed: ['danger', 'Failed'],
  unknown: ['neutral', 'Not checked'],
};

function LiveChecks() {
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(checkPayments, { query: { mode: 'live' } }),
    staleTime: 0,
    gcTime: 0,
    // Each check opens a payment page at Stripe.
    refetchOnWindowFocus: false,
  });
  if (!data) {
    return error ? (
      <LoadError
        title="We couldn't check the live setup"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    );
  }
  return (
    <>
      {data.state === 'failed' && (
        <p className={styles.refusal} role="alert">
          Buyers could not pay with this setup. Fix what failed first.
        </p>
      )}
      <ul className={styles.checks} aria-label="Checks of the live setup">
        {data.checks.map(({ id, state, finding, fix }) => (
          <li key={id}>
            <Badge tone={STATES[state][0]}>{STATES[state][1]}</Badge>
            <span>{finding}</span>
            {fix && <p>{fix}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
