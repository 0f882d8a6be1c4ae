import { CURRENCY_FACTS, formatMoney, formatWhole, fromDecimal } from '@leadping/contracts/currency';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { StatCard, StatCards } from '@leadping/web-kit/dashboard/stat-card.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { readLicenseTotals } from '../../endpoints.ts';
import { useReseller } from '../account/use-reseller.ts';
import { FRESH } from '../fresh.ts';

/** Price of a license for a reseller without a price (specification, signed-in side §9). */
const FALLBACK_PRICE = 99;

export function LicenseStats() {
  const reseller = useReseller();
  const { data, isError } = useQuery({ ...reading(readLicenseTotals), ...FRESH });
  const gap = isError ? 'Unavailable' : undefined;
  return (
    <StatCards label="Licenses">
      <StatCard label="Total Licenses" value={data ? formatWhole(data.total) : gap} />
      <StatCard label="Active Licenses" value={data ? formatWhole(data.active) : gap} />
      <StatCard
        label="Revenue Generated"
        value={data ? estimateOf(data.counted ?? data.total, reseller) : gap}
        note={`Estimate: licenses times today's price${data?.counted === undefined ? '' : ', without tests, trials and revoked ones'}`}
      />
    </StatCards>
  );
}

function estimateOf(licenses: number, { productPrice, currency }: CurrentReseller): string {
  const price = fromDecimal(productPrice, currency)?.amountMinor;
  const fallback = FALLBACK_PRICE * 10 ** CURRENCY_FACTS[currency].decimals;
  return formatMoney({ amountMinor: licenses * (price || fallback), currency });
}
