import type { HealthCheck, PaymentHealth } from '@leadping/contracts/commerce/payment-health-routes';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Button, Skeleton } from '@leadping/web-kit/ui/core';
import { CircleAlert, CircleCheck, CircleHelp, CircleX, Stethoscope } from 'lucide-react';
import { checkPayments } from '../../endpoints.ts';
import { FRESH } from '../fresh.ts';
import { isPaymentConfigured } from '../wizard/setup-state.ts';
import styles from './payments.module.css';

const ICONS = { ok: CircleCheck, warning: CircleAlert, failed: CircleX, unknown: CircleHelp } as const;
const STATES = {
  ok: <Badge tone="success">Ready for payments</Badge>,
  warning: <Badge tone="warning">Needs attention</Badge>,
  failed: <Badge tone="danger">Payments will fail</Badge>,
} as const;
const WORDS = { ok: 'Passed', warning: 'Warning', failed: 'Failed', unknown: 'Not checked' } as const;

/** Tests the keys, a payment page and the webhook at Stripe, and explains how to fix faults. */
export function Health({ reseller }: { reseller: CurrentReseller }) {
  const isConfigured = isPaymentConfigured(reseller);
  const check = useQuery({ ...reading(checkPayments), ...FRESH, enabled: isConfigured });
  return <HealthPanel isConfigured={isConfigured} check={check} />;
}

interface HealthPanelProps {
  isConfigured: boolean;
  check: {
    data?: PaymentHealth | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
}

export function HealthPanel({ isConfigured, check: { data, error, isFetching, refetch } }: HealthPanelProps) {
  return (
    <Panel
      title="Health check"
      text="Tests your keys, the payment page and your webhook with Stripe. No money moves."
      // Shown only for a current result of the stored keys.
      action={data && !error && !isFetching && STATES[data.state]}
    >
      {!isConfigured && <p>Save all three values first. Then we can test them.</p>}
      {isConfigured && !data && !error && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {error && (
        <LoadError
          title="We couldn't check your setup"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && !error && (
        <>
          <ul className={styles.checks} aria-label="Checks">
            {data.checks.map((check) => (
              <Check key={check.id} check={check} />
            ))}
          </ul>
          <dl className={styles.facts}>
            <dt>Last verified delivery</dt>
            <dd>
              {data.lastVerifiedDeliveryAt ? (
                <Moment at={data.lastVerifiedDeliveryAt} />
              ) : (
                'None yet: it comes with your first payment.'
              )}
            </dd>
          </dl>
          <Button icon={<Stethoscope size={16} />} loading={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        </>
      )}
    </Panel>
  );
}

function Check({ check: { state, finding, fix } }: { check: HealthCheck }) {
  const Icon = ICONS[state];
  return (
    <li data-state={state}>
      <Icon size={18} aria-label={WORDS[state]} role="img" />
      <span>{finding}</span>
      {fix && <p>{fix}</p>}
    </li>
  );
}
