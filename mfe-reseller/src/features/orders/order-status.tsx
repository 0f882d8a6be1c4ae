import type { Order } from '@leadping/contracts/commerce/order-routes';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { withdrawalBadge } from '@leadping/web-kit/dashboard/withdrawal-text.ts';
import styles from './orders.module.css';

const TONES: Partial<Record<string, BadgeTone>> = {
  completed: 'success',
  pending: 'warning',
  failed: 'danger',
};

/** Refunded, disputed and unknown states have a neutral color. */
export function OrderBadges({
  order: { status, isTest, hasInquiry, isRefundRequested, withdrawal },
}: {
  order: Pick<Order, 'status' | 'isTest' | 'hasInquiry' | 'isRefundRequested' | 'withdrawal'>;
}) {
  const withdrew = withdrawal && withdrawalBadge(withdrawal);
  return (
    <span className={styles.badges}>
      <Badge tone={TONES[status] ?? 'neutral'}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>
      {hasInquiry && <Badge tone="warning">Inquiry</Badge>}
      {withdrew && <Badge tone={withdrew[0]}>{withdrew[1]}</Badge>}
      {isRefundRequested && <Badge tone="warning">Refund requested</Badge>}
      {isTest && <Badge tone="signal">Test</Badge>}
    </span>
  );
}
