import type { OrderStatus } from '@leadping/contracts/commerce/order-routes';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';

const TONES: Partial<Record<string, BadgeTone>> = {
  completed: 'success',
  pending: 'warning',
  failed: 'danger',
};

/** Refunded, disputed and whatever comes later are neutral. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}
