import type { TicketStatus } from '@leadping/contracts/support/ticket';
import { Input, Radio } from '@leadping/web-kit/ui/form';
import { STATUS_NAMES } from '../tickets/status-badge.tsx';
import styles from './filters.module.css';
import type { DeskAddress } from './use-desk-address.ts';
import { useSearchText } from '@leadping/web-kit/dashboard/use-search-text.ts';

interface FiltersProps {
  address: DeskAddress;
  onChange: (change: Partial<DeskAddress>) => void;
}

const ALL = 'all';
const OPTIONS = [
  { value: ALL, label: 'All' },
  ...Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label })),
];

export function Filters({ address: { search, status }, onChange }: FiltersProps) {
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
        options={OPTIONS}
        value={status ?? ALL}
        onChange={({ target }) =>
          onChange({ status: target.value === ALL ? undefined : (target.value as TicketStatus) })
        }
      />
    </div>
  );
}
