import { Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './filter-bar.module.css';
import { Select } from './select.tsx';
import { useSearchText } from './use-search-text.ts';

export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="search" aria-label={label} className={styles.bar}>
      {children}
    </div>
  );
}

interface SearchBoxProps {
  label: string;
  /** The searchable fields: `Email, order ID or session ID`. */
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
}

export function SearchBox({ label, placeholder, search, onSearch }: SearchBoxProps) {
  const [text, setText] = useSearchText(search, onSearch);
  return (
    <label className={styles.search}>
      <Search size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

interface FilterSelectProps<Value extends string> {
  label: string;
  /** The first option means no filter and has the value `all`. */
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  /** Called with `undefined` for the first option. */
  onChange: (value: Exclude<Value, 'all'> | undefined) => void;
  /** For options from data. They arrive late and may be long, so the width is fixed to avoid layout shifts. */
  isData?: boolean;
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, options, value, onChange, isData = false } = props;
  const id = useId();
  const none = options[0]?.value;
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        className={isData ? styles.data : undefined}
        data-set={value !== undefined && value !== none}
        value={value ?? none}
        onChange={({ target }) =>
          onChange(target.value === none ? undefined : (target.value as Exclude<Value, 'all'>))
        }
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </span>
  );
}
