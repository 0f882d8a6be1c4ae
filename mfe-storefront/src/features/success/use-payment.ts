import { getCheckoutStatus as checkoutStatus } from '@leadping/contracts/endpoints/commerce/checkout';
import type { CheckoutState } from '@leadping/contracts/commerce/checkout-routes';
import { hasStatus } from '@leadping/web-kit/api/api-error';
import { type Reply } from '@leadping/web-kit/api/call';
import { reading } from '@leadping/web-kit/api/hooks';
import { useRecoveredReads } from '@leadping/web-kit/api/use-recovered-reads';
import { useQuery } from '@leadping/web-kit/query';
import { useSearchParams } from '@leadping/web-kit/router';

/** Poll interval for a payment in processing, in ms. */
const POLL = 3000;

type Status = Reply<typeof checkoutStatus>;

export type Product = 'main' | 'reseller';

export type Payment =
  { state: 'checking' | 'not-completed' | 'unknown' | 'unreachable'; product: Product } | KnownPayment;

/** A payment that the server knows. */
export type KnownPayment = { state: CheckoutState; product: Product; sessionId: string } & Pick<
  Status,
  'email' | 'total' | 'offerPath' | 'purchase'
>;

function productOf(status: Status | undefined, type: string | null): Product {
  if (status) return status.productType === 'reseller_rights' ? 'reseller' : 'main';
  return type === 'reseller' ? 'reseller' : 'main';
}

/**
 * The payment of the returning visitor, from the address's `session_id`, `success` and `type`, which defaults to
 * `main`. The product that the server reports for the session overrides `type`.
 */
export function usePayment(): Payment & { checkAgain(): void } {
  useRecoveredReads();
  const [search] = useSearchParams();
  const sessionId = search.get('session_id') ?? '';
  const givenUp = search.get('success') === 'false';
  const { data, error, refetch } = useQuery({
    ...reading(checkoutStatus, { query: { session_id: sessionId } }),
    enabled: sessionId !== '' && !givenUp,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? POLL : false),
  });
  const product = productOf(data, search.get('type'));
  const checkAgain = () => void refetch();
  if (givenUp) return { state: 'not-completed', product, checkAgain };
  if (data) return { ...data, state: data.state ?? data.status, product, sessionId, checkAgain };
  if (sessionId === '' || hasStatus(error, 404)) return { state: 'unknown', product, checkAgain };
  return { state: error ? 'unreachable' : 'checking', product, checkAgain };
}
