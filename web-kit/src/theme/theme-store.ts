import type { ThemeChoice } from '@leadping/contracts/remote';
import { createStore } from 'zustand/vanilla';
import { THEME_KEY } from './theme-key.ts';

type Mode = 'light' | 'dark';

interface ThemeState {
  choice: ThemeChoice;
  mode: Mode;
}

/** Storage may be blocked, for example in a third-party frame. The choice then lasts until the page is closed. */
function readChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function keepChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** The theme of the page. It follows the system until the visitor chooses one, and stores the choice. */
export function createThemeStore() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const modeOf = (choice: ThemeChoice): Mode =>
    choice === 'system' ? (system.matches ? 'dark' : 'light') : choice;
  const initial = readChoice();
  const store = createStore<ThemeState>(() => ({ choice: initial, mode: modeOf(initial) }));
  const apply = (choice: ThemeChoice) => {
    if (choice === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
    store.setState({ choice, mode: modeOf(choice) });
  };
  apply(initial);
  system.addEventListener('change', () => apply(store.getState().choice));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    choose: (choice: ThemeChoice) => {
      keepChoice(choice);
      apply(choice);
    },
  };
}
