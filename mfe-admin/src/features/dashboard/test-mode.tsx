import { getPricing as readPricing } from '@leadping/contracts/endpoints/commerce/pricing';
import { reading } from '@leadping/web-kit/api/hooks';
import { TestModeNotice } from '@leadping/web-kit/dashboard/test-mode-notice.tsx';
import { useQuery } from '@leadping/web-kit/query';

const READ_EVERY_MS = 60_000;

/** Staff may not read the settings, so the mode comes with the public prices. */
export function TestMode() {
  const { data } = useQuery({ ...reading(readPricing), refetchInterval: READ_EVERY_MS });
  if (!data?.isTest) return null;
  return <TestModeNotice>Checkouts take test cards only. Sums are those of test orders.</TestModeNotice>;
}
