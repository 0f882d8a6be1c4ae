import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { isPaymentConfigured } from '../wizard/setup-state.ts';

export function PaymentStatus({ reseller }: { reseller: CurrentReseller }) {
  return isPaymentConfigured(reseller) ? (
    <Badge tone="success">Configured</Badge>
  ) : (
    <Badge tone="warning">Not configured</Badge>
  );
}
