import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';
import { checkPayments } from '../../endpoints.ts';
import { HealthPanel } from '../payments/health.tsx';
import { isPaymentConfigured } from '../wizard/setup-state.ts';
import { useRecentLicenses } from './recent-licenses.tsx';
import { useRecentOrders } from './recent-orders.tsx';

/** Each check opens a payment page at Stripe, so a visit within this time does not repeat it. */
const STALE_MS = 5 * 60_000;

/** The payment health check. The wizard asks for keys that are missing. */
export function useSetupCheck(reseller: CurrentReseller) {
  const enabled = isPaymentConfigured(reseller);
  return useQuery({ ...reading(checkPayments), staleTime: STALE_MS, enabled });
}

/** The check, until it is green. Below everything else: what comes late moves nothing there. */
export function SetupCheck({ reseller }: { reseller: CurrentReseller }) {
  const check = useSetupCheck(reseller);
  const panels = [useRecentOrders(), useRecentLicenses()];
  // Nothing shows before the first outcome, which for most sellers is green, or while the panels above may change their height.
  if (!check.isFetched || panels.some(({ isPending }) => isPending)) return null;
  if (check.data?.state === 'ok') return null;
  return <HealthPanel isConfigured check={check} />;
}
