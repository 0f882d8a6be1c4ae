import type { Shell as ShellContract } from '@leadping/contracts/remote';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, useContext, useSyncExternalStore } from 'react';

export type Shell = ShellContract<QueryClient, ComponentType>;

const ShellContext = createContext<Shell | null>(null);

/** The shell sets it once, around every remote. */
export const ShellProvider = ShellContext.Provider;

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('This page is not inside the shell');
  return shell;
}

/** Shows a notice: `toast({ title: 'Saved' })`. One notice is visible at a time. */
export function useToast(): Shell['toast'] {
  return useShell().toast;
}

export function useAnalytics(): Shell['analytics'] {
  return useShell().analytics;
}

/** The theme that prerendering assumes, because the visitor's choice is unknown. */
const UNKNOWN_THEME = { choice: 'system', mode: 'light' } as const;

export function useTheme() {
  const { theme } = useShell();
  const state = useSyncExternalStore(theme.subscribe, theme.getState, () => UNKNOWN_THEME);
  return { ...state, choose: theme.choose };
}
