import { useQuery } from '@leadping/web-kit/query';
import { useNavigate } from '@leadping/web-kit/router';
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useId, useState } from 'react';
import styles from './command-palette.module.css';
import { type Command, type FindCommands, matchCommands } from './commands.ts';
import type { FrameEntry } from './frame.tsx';
import { ModalLayer } from './modal-layer.tsx';
import { useRested } from './use-rested.ts';

interface CommandPaletteProps {
  entries: readonly FrameEntry[];
  commands: readonly Command[];
  findCommands: FindCommands | undefined;
  onClose: () => void;
}

/** Finds pages, actions and records by a few letters; the keyboard alone suffices. */
export default function CommandPalette({ entries, commands, findCommands, onClose }: CommandPaletteProps) {
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const records = useRecords(text, findCommands);
  const pages = entries.map(({ to, label }): Command => ({ id: to, label, group: 'Go to', to }));
  const found = [...matchCommands([...pages, ...commands], text), ...records.found];
  const active = found[Math.min(position, found.length - 1)];

  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const choose = (command: Command) => {
    onClose();
    command.run?.();
    if (command.to) void navigate(command.to);
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
          placeholder={findCommands ? 'Search pages, emails, keys' : 'Search pages'}
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

interface Records {
  found: readonly Command[];
  isSearching: boolean;
  hasFailed: boolean;
}

function useRecords(text: string, findCommands: FindCommands | undefined): Records {
  const wanted = useRested(text.trim());
  const isWanted = findCommands !== undefined && wanted.length > 1;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['command-palette', wanted],
    queryFn: ({ signal }) => findCommands?.(wanted, signal) ?? [],
    enabled: isWanted,
    staleTime: 10_000,
    gcTime: 60_000,
  });
  return { found: (isWanted && data) || [], isSearching: isFetching, hasFailed: isWanted && isError };
}

function stateText(count: number, { isSearching, hasFailed }: Records): string {
  if (hasFailed) return 'Records are unavailable right now. Pages still open.';
  if (isSearching) return 'Searching';
  return count === 0 ? 'Nothing found.' : '';
}
