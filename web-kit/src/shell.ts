import type { Shell as ShellContract } from '@leadping/contracts/remote';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, useContext, useSyncExternalStore } from 'react';

export type Shell = ShellContract<QueryClient, ComponentType>;

const ShellContext = createContext<Shell | null>(null);

/** Set once by the shell, around every remote. */
export const ShellProvider = ShellContext.Provider;

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('This page is not inside the shell');
  return shell;
}

/** Shows a notice: `toast({ title: 'Saved' })`. One is visible at a time. */
export function useToast(): Shell['toast'] {
  return useShell().toast;
}

export function useAnalytics(): Shell['analytics'] {
  return useShell().analytics;
}

/** What is known of the visitor's theme when a page is rendered in advance. */
const UNKNOWN_THEME = { choice: 'system', mode: 'light' } as const;

/** The theme on screen, what the visitor chose, and how to choose. */
export function useTheme() {
  const { theme } = useShell();
  const state = useSyncExternalStore(theme.subscribe, theme.getState, () => UNKNOWN_THEME);
  return { ...state, choose: theme.choose };
}
