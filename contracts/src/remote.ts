import type { RouteEntry, ViewEntry } from './release.ts';

/** Incremented when the shell-remote contract changes incompatibly. */
export const REMOTE_CONTRACT = 1;

/**
 * Contract versions that a shell accepts: its own and the previous one, so that teams need not migrate on the same
 * day.
 */
export function acceptedContracts(shell: number = REMOTE_CONTRACT): number[] {
  return [shell, shell - 1].filter((contract) => contract > 0);
}

/**
 * Required by current remotes: the shell shares its federation runtime and loads modules of any bundler. The number
 * is the runtime's major version.
 */
export const FEDERATION = 'federation@2';

export type RouteTable = readonly RouteEntry[];
export type ViewTable = readonly ViewEntry[];

/** A link that a remote contributes to menus outside of it. */
export interface NavigationItem {
  label: string;
  path: string;
  roles?: RouteEntry['roles'];
}

/**
 * The default export of a remote's module. `Component` is the framework's component type, because this package
 * depends on no framework.
 */
export interface Remote<Component> {
  contract: number;
  name: string;
  /** `load` imports the page's module. It can be called again after a failure. */
  routes: (RouteEntry & { load: () => Promise<{ default: Component }> })[];
  navigation: NavigationItem[];
  /** Views that the remote contributes to other dashboards. */
  views?: (ViewEntry & { load: () => Promise<{ default: Component }> })[];
}

/** A view as the shell passes it to the host dashboard. */
export interface ContributedView<Component> extends Pick<ViewEntry, 'slug' | 'label' | 'roles'> {
  /** Loads and shows the view. If loading fails, it shows an error in its place and the host continues. */
  view: Component;
}

/** The global name under which a remote's entry file registers itself. */
export function containerName(remote: string): string {
  return remote.replaceAll('-', '_');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Validates a remote before anything of it is shown, and throws a description of the first fault. Hand-written,
 * because a schema library would be larger than the whole router on the landing page.
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
  /** In ms; default 5000. */
  duration?: number;
}

/** An event on a page for the owner's statistics, without cookies or identity. */
export interface AnalyticsEvent {
  name: string;
  category?: string;
  label?: string;
  value?: number;
  currency?: string;
}

/** A state of the shell that remotes can read and subscribe to. */
export interface Readable<State> {
  getState(): State;
  subscribe(listener: () => void): () => void;
}

export type ThemeChoice = 'light' | 'dark' | 'system';

/**
 * The interface that the shell passes to every remote. Session and tenant are in the query cache, shared by all
 * pages.
 */
export interface Shell<QueryClient, Component> {
  contract: typeof REMOTE_CONTRACT;
  /** Prefix of every path of the site. `''` at the root. */
  basePath: string;
  queryClient: QueryClient;
  theme: Readable<{ choice: ThemeChoice; mode: 'light' | 'dark' }> & { choose(choice: ThemeChoice): void };
  toast(input: ToastInput): { dismiss(): void };
  analytics: {
    trackPageView(path: string): void;
    trackEvent(event: AnalyticsEvent): void;
  };
  /**
   * Views that remotes contribute to a slot, in no particular order. Absent in shells from before views were
   * supported.
   */
  views?(slot: string): readonly ContributedView<Component>[];
  /** Preloads the page of an address that the visitor will probably open next. Absent in older shells. */
  prefetch?(path: string): void;
  /** Reports an error that a page caught itself. */
  reportError(error: unknown, app: { name: string; version: string }): void;
}
