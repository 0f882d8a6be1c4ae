import { formatWhole } from '@leadping/contracts/currency';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';
import { readQuota } from '../../endpoints.ts';
import { FRESH } from '../fresh.ts';

/** The number of licenses that can still be created without a payment. Hidden if it is unknown. */
export function QuotaNote() {
  const { data } = useQuery({ ...reading(readQuota), ...FRESH });
  if (!data) return null;
  const { perDay, usedToday, total, usedTotal } = data;
  const count = (used: number, limit: number) => `${formatWhole(used)} of ${formatWhole(limit)}`;
  const isOver = usedToday >= perDay || usedTotal >= total;
  return (
    <p role={isOver ? 'status' : undefined}>
      Licenses made without a payment, by hand, by webhook and by orders that cost nothing:{' '}
      {count(usedToday, perDay)} today, {count(usedTotal, total)} in all.{' '}
      {isOver && 'Contact support for a higher limit. '}
      Paid orders are not limited.
    </p>
  );
}
