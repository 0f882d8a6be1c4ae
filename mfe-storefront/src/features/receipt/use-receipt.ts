import { getReceipt } from '@leadping/contracts/endpoints/commerce/receipt';
import { hasStatus } from '@leadping/web-kit/api/api-error';
import { call } from '@leadping/web-kit/api/call';
import { useRecoveredReads } from '@leadping/web-kit/api/use-recovered-reads';
import { useQuery } from '@leadping/web-kit/query';
import { useLocation, useParams } from '@leadping/web-kit/router';

/** The receipt of the link that this page was opened with: `/receipt/<order>#key=<key>`. */
export function useReceipt() {
  useRecoveredReads();
  const { orderId = '' } = useParams();
  const key = new URLSearchParams(useLocation().hash.slice(1)).get('key') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: [getReceipt.path, orderId, key],
    queryFn: ({ signal }) => call(getReceipt, { params: { orderId }, body: { key } }, { signal }),
    enabled: key !== '',
  });
  const isUnknown = key === '' || hasStatus(error, 404) || hasStatus(error, 400);
  return {
    receipt: data,
    isUnknown,
    hasFailed: error !== null && !isUnknown,
    tryAgain: () => void refetch(),
  };
}
