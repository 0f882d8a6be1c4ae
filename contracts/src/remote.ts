import * as z from 'zod/mini';
import type { Role } from './actor.ts';

/** Grows when the shell-remote contract changes in a way that an older shell or remote cannot take. */
export const REMOTE_CONTRACT = 1;

export const RemoteName = z.string().check(z.regex(/^mfe-[a-z][a-z0-9-]{1,40}$/));

/** A path as the router reads it: `/r/:slug`, `/reseller-dashboard/*`. */
export const PathPattern = z.string().check(z.regex(/^\/$|^(?:\/(?::[a-zA-Z]+|[a-z0-9-]+))+(?:\/\*)?$/));

/** By its type only: the page that checks remotes does without the schema of an actor. */
const RouteRole = z.custom<Role>((role) => typeof role === 'string');

/** One entry of a remote's route table: data only, so that the build can publish it. */
export const RouteEntry = z.object({
  path: PathPattern,
  /** The page that shows it: a file `src/routes/<page>.tsx` with a default export. */
  page: z.string().check(z.regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/)),
  /** The roles that may see it; the shell sends others away. Everyone where it is absent. */
  roles: z.optional(z.readonly(z.array(RouteRole))),
});
export type RouteEntry = z.infer<typeof RouteEntry>;
export type RouteTable = readonly RouteEntry[];

/** A link that a remote offers to menus outside of it. */
export const NavigationItem = z.object({
  label: z.string(),
  path: z.string().check(z.startsWith('/')),
  roles: z.optional(z.readonly(z.array(RouteRole))),
});
export type NavigationItem = z.infer<typeof NavigationItem>;

/** A component of the page's framework: a function, or the object that a lazy one is. */
const Page = z.custom<unknown>(
  (page) => typeof page === 'function' || (typeof page === 'object' && page !== null && '$$typeof' in page),
);

/** What the module of a remote exports by default; the shell checks it before it renders anything of it. */
export const Remote = z.object({
  contract: z.literal(REMOTE_CONTRACT),
  name: RemoteName,
  routes: z.array(z.extend(RouteEntry, { component: Page })),
  navigation: z.array(NavigationItem),
});

/** `Component` is the framework's type of a component, which this package does not know. */
export interface Remote<Component> {
  contract: typeof REMOTE_CONTRACT;
  name: string;
  routes: (RouteEntry & { component: Component })[];
  navigation: NavigationItem[];
}

export interface ToastInput {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'destructive';
  /** Milliseconds on screen; 5000 unless said. */
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
export interface Shell<QueryClient> {
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
  /** Tells the operators of an error that a page caught itself. */
  reportError(error: unknown, app: { name: string; version: string }): void;
}
