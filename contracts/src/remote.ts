import type { RouteEntry, ViewEntry } from './release.ts';

/** Grows when the shell-remote contract changes in a way that an older shell or remote cannot take. */
export const REMOTE_CONTRACT = 1;

/** The contracts that a shell accepts of remotes: its own, and the one before, so that teams need not move on one day. */
export function acceptedContracts(shell: number = REMOTE_CONTRACT): number[] {
  return [shell, shell - 1].filter((contract) => contract > 0);
}

/**
 * What a remote of today needs from a shell: it lends its federation runtime to the remotes and loads modules of any
 * bundler. The number is the runtime's major version.
 */
export const FEDERATION = 'federation@2';

export type RouteTable = readonly RouteEntry[];
export type ViewTable = readonly ViewEntry[];

/** A link that a remote offers to menus outside of it. */
export interface NavigationItem {
  label: string;
  path: string;
  roles?: RouteEntry['roles'];
}

/** What a remote's module exports by default. `Component` is the framework's type, which this package does not know. */
export interface Remote<Component> {
  contract: number;
  name: string;
  /** `load` brings the page's module; it may be called again after a failure. */
  routes: (RouteEntry & { load: () => Promise<{ default: Component }> })[];
  navigation: NavigationItem[];
  /** What it shows inside dashboards of others. */
  views?: (ViewEntry & { load: () => Promise<{ default: Component }> })[];
}

/** A view as its host gets it from the shell. */
export interface ContributedView<Component> extends Pick<ViewEntry, 'slug' | 'label' | 'roles'> {
  /** Loads the view where it is shown, and says so in its place when that fails; the host continues. */
  view: Component;
}

/** The name under which a remote's entry file registers itself on the page. */
export function containerName(remote: string): string {
  return remote.replaceAll('-', '_');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Checks what a remote handed over before anything of it is shown, and tells what is wrong with it. By hand: a schema
 * library would cost the landing page more than the whole router does.
 */
export function assertRemote<Component>(
  value: unknown,
  expected: string,
): asserts value is Remote<Component> {
  const refuse = (reason: string): never => {
    throw new Error(`Remote ${expected} was refused: ${reason}`);
  };
  if (!isRecord(value)) return refuse('it has no default export');
  if (!acceptedContracts().includes(value.contract as number))
    refuse(`it speaks contract ${String(value.contract)}, the shell ${REMOTE_CONTRACT}`);
  if (value.name !== expected) refuse(`it calls itself ${String(value.name)}`);
  if (!Array.isArray(value.routes) || value.routes.length === 0) return refuse('it has no routes');
  for (const route of value.routes as unknown[]) {
    if (!isRecord(route) || typeof route.path !== 'string' || !route.path.startsWith('/'))
      return refuse('a route has no path');
    if (typeof route.load !== 'function') refuse(`${route.path} has no page`);
    if (route.roles !== undefined && !Array.isArray(route.roles))
      refuse(`${route.path} has unreadable roles`);
  }
  if (!Array.isArray(value.navigation)) refuse('its navigation is not a list');
  const { views = [] } = value;
  if (!Array.isArray(views)) return refuse('its views are not a list');
  for (const view of views as unknown[]) {
    if (!isRecord(view) || typeof view.slot !== 'string' || typeof view.slug !== 'string')
      return refuse('a view has no place');
    if (typeof view.load !== 'function') refuse(`${view.slot}/${view.slug} has no page`);
    if (!Array.isArray(view.roles)) refuse(`${view.slot}/${view.slug} has unreadable roles`);
  }
}

export interface ToastInput {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'destructive';
  /** Milliseconds on screen; 5000 by default. */
  duration?: number;
}

/** What happened on a page, for the owner's statistics; no cookie and no identity goes with it. */
export interface AnalyticsEvent {
  name: string;
  category?: string;
  label?: string;
  value?: number;
  currency?: string;
}

/** A state that the shell keeps and everyone may read and watch. */
export interface Readable<State> {
  getState(): State;
  subscribe(listener: () => void): () => void;
}

export type ThemeChoice = 'light' | 'dark' | 'system';

/** What the shell hands to every remote. Session and tenant live in the query cache, one truth for all pages. */
export interface Shell<QueryClient, Component> {
  contract: typeof REMOTE_CONTRACT;
  /** Prefix of every path of the site, `''` at the root. */
  basePath: string;
  queryClient: QueryClient;
  theme: Readable<{ choice: ThemeChoice; mode: 'light' | 'dark' }> & { choose(choice: ThemeChoice): void };
  toast(input: ToastInput): { dismiss(): void };
  analytics: {
    trackPageView(path: string): void;
    trackEvent(event: AnalyticsEvent): void;
  };
  /** What remotes contribute to a slot, in no order. Absent in shells from before there were views. */
  views?(slot: string): readonly ContributedView<Component>[];
  /** Fetches the page of an address that the visitor is likely to open next. Absent in older shells. */
  prefetch?(path: string): void;
  /** Reports an error that a page caught itself. */
  reportError(error: unknown, app: { name: string; version: string }): void;
}
