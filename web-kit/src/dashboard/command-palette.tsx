import { useQuery, useQueryClient } from '@leadping/web-kit/query';
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useId, useState } from 'react';
import styles from './command-palette.module.css';
import { type Command, matchCommands } from '../commands/command.ts';
import { type FoundRecords, type RecordSource, searchRecords } from '../commands/search-records.ts';
import type { FrameEntry } from './frame.tsx';
import { useLeave } from './leave.ts';
import { ModalLayer } from './modal-layer.tsx';
import { useRested } from './use-rested.ts';

interface CommandPaletteProps {
  entries: readonly FrameEntry[];
  commands: readonly Command[];
  recordSources: readonly RecordSource[];
  onClose: () => void;
}

/** Finds pages, actions and records by a few letters, entirely by keyboard. */
export default function CommandPalette({ entries, commands, recordSources, onClose }: CommandPaletteProps) {
  const leave = useLeave();
  const listId = useId();
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const records = useRecords(text, recordSources);
  const pages = entries.map(({ to, label }): Command => ({ id: to, label, group: 'Go to', to }));
  const found = [...matchCommands([...pages, ...commands], text), ...records.found];
  const active = found[Math.min(position, found.length - 1)];

  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const choose = (command: Command) => {
    onClose();
    command.run?.();
    if (command.to) leave(command.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setPosition((Math.min(position, found.length - 1) + step + found.length) % (found.length || 1));
    } else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(active);
    }
  };

  return (
    <ModalLayer className={styles.palette} label="Search" onClose={onClose}>
      <div className={styles.field}>
        <Search size={18} />
        <input
          type="text"
          role="combobox"
          aria-label="Search pages and records"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          placeholder={recordSources.length > 0 ? 'Search pages, emails, keys' : 'Search pages'}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPosition(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" onClick={onClose} aria-label="Close search">
          Esc
        </button>
      </div>
      <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {found.map((command, index) => (
          <Fragment key={command.id}>
            {command.group !== found[index - 1]?.group && (
              <div role="presentation" className={styles.group}>
                {command.group}
              </div>
            )}
            <div
              id={`${listId}-${command.id}`}
              role="option"
              className={styles.option}
              aria-selected={command === active}
              onPointerMove={() => setPosition(index)}
              tabIndex={-1}
              onClick={() => choose(command)}
              onKeyDown={onKeyDown}
            >
              <bdi>{command.label}</bdi>
              {command.hint && <span>{command.hint}</span>}
            </div>
          </Fragment>
        ))}
      </div>
      <p role="status" className={styles.state}>
        {stateText(found.length, records)}
      </p>
    </ModalLayer>
  );
}

interface Records extends FoundRecords {
  isSearching: boolean;
  hasFailed: boolean;
}

const NOTHING: FoundRecords = { found: [], missing: [] };

function useRecords(text: string, sources: readonly RecordSource[]): Records {
  const queryClient = useQueryClient();
  const typed = text.trim();
  const wanted = useRested(typed);
  const isWanted = sources.length > 0 && typed.length > 1;
  const isRested = wanted === typed;
  const queryKey = ['command-palette', wanted];
  const { data, isFetching, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      searchRecords(sources, {
        text: wanted,
        signal,
        onProgress: (by) => queryClient.setQueryData(queryKey, by),
      }),
    enabled: isWanted && isRested,
    staleTime: 10_000,
    gcTime: 60_000,
  });
  // Enter must not open results of an earlier text.
  if (!isRested) return { ...NOTHING, isSearching: isWanted, hasFailed: false };
  return { ...((isWanted && data) || NOTHING), isSearching: isFetching, hasFailed: isWanted && isError };
}

const LIST = new Intl.ListFormat('en');

function stateText(count: number, { isSearching, hasFailed, missing }: Records): string {
  if (hasFailed) return 'Records are unavailable right now. Pages still open.';
  if (isSearching) return 'Searching';
  if (missing.length > 0) return `${LIST.format(missing)} are unavailable right now.`;
  return count === 0 ? 'Nothing found.' : '';
}
