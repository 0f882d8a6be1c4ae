import { formatWhole } from '@leadping/contracts/currency';
import type { TicketSort, TicketStatus } from '@leadping/contracts/support/ticket';
import { Input, Radio, Select } from '@leadping/web-kit/ui/form';
import { STATUS_NAMES } from '../tickets/status-badge.tsx';
import styles from './filters.module.css';
import type { DeskAddress } from './use-desk-address.ts';
import { useSearchText } from '@leadping/web-kit/dashboard/use-search-text.ts';

type Counts = Record<TicketStatus, number>;

interface FiltersProps {
  address: DeskAddress;
  counts: Counts | undefined;
  onChange: (change: Partial<DeskAddress>) => void;
}

const ALL = 'all';
const SORTS: { value: TicketSort; label: string }[] = [
  { value: 'updated', label: 'Recently updated first' },
  { value: 'pressing', label: 'Most pressing first' },
];

function optionsOf(counts: Counts | undefined) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const labelled = (label: string, count: number | undefined) => (
    <>
      {label} {count !== undefined && <span className={styles.count}>{formatWhole(count)}</span>}
    </>
  );
  return [
    { value: ALL, label: labelled('All', total) },
    ...Object.entries(STATUS_NAMES).map(([value, label]) => ({
      value,
      label: labelled(label, counts?.[value as TicketStatus]),
    })),
  ];
}

export function Filters({ address: { search, status, sort }, counts, onChange }: FiltersProps) {
  const [text, setText] = useSearchText(search, (wanted) => onChange({ search: wanted }));
  return (
    <div role="search" className={styles.filters}>
      <Input
        type="search"
        className={styles.search}
        aria-label="Search tickets"
        placeholder="Subject, name, email or number"
        maxLength={200}
        allowClear
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Radio.Group
        className={styles.statuses}
        aria-label="Status"
        optionType="button"
        buttonStyle="solid"
        options={optionsOf(counts)}
        value={status ?? ALL}
        onChange={({ target }) =>
          onChange({ status: target.value === ALL ? undefined : (target.value as TicketStatus) })
        }
      />
      <Select
        className={styles.sort}
        id="desk-sort"
        aria-label="Sort"
        options={SORTS}
        value={sort}
        onChange={(wanted) => onChange({ sort: wanted })}
      />
    </div>
  );
}
