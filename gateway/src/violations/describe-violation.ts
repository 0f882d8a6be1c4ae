import {
  DIRECTIVES,
  type Violation,
  type ViolationReport,
} from '@leadping/contracts/gateway/violation-routes';
import { findPattern } from '@leadping/contracts/route-match';
import type { Hosts } from '../http/hosts.ts';
import type { Registry } from '../releases/registry.ts';
import { SHELL, servedBuilds } from '../releases/release-state.ts';

export type ViolationKind = Omit<Violation, 'count' | 'firstDay' | 'lastDay'>;

const OTHER = '(other)';
const OWN_PAGE = '(own page)';
const MAX_LENGTH = 200;
/** Keywords that browsers report instead of an address. */
const KEYWORDS = /^(?:inline|eval|wasm-eval|self|data|blob|about|filesystem|trusted-types-(?:sink|policy))$/;
const ASSET = /^\/assets\/([a-z][a-z0-9-]{0,60})\/([0-9A-Za-z.-]{1,60})\/[\w./-]{1,160}$/;
const SINK = /^[A-Za-z ]{1,60}$/;
const EXTENSION = /^[a-z]+(?:-[a-z]+)*-extension:/;

/**
 * Reduces a report to what is stored: names that we know, routes, our own files and the origins of other sites. Page
 * paths, query strings, text samples, referrers and user agents are dropped.
 * @returns null if the report is not about our pages, for example if a browser extension violated the policy
 */
export function violationDescriber(registry: Registry, hosts: Hosts) {
  return (report: ViolationReport): ViolationKind | null => {
    const { source, blocked } = report;
    if (EXTENSION.test(source ?? '') || EXTENSION.test(blocked ?? '')) return null;
    const page = parseUrl(report.page);
    if (!page || !hosts.isOwnOrigin(page.origin)) return null;
    const builds = servedBuilds(registry.current());
    const claims = builds.flatMap((build) => build.routes.map(({ path }) => ({ build, path })));
    const claim = findPattern(claims, page.pathname, ({ path }) => path);
    const from = ASSET.exec(parseUrl(source)?.pathname ?? '');
    const build =
      builds.find(({ name, version }) => name === from?.[1] && version === from[2]) ??
      claim?.build ??
      builds.find(({ name }) => name === SHELL);
    if (!build) return null;
    const [sink = ''] = (report.sample ?? '').split('|', 1);
    return {
      app: build.name,
      version: build.version,
      directive: DIRECTIVES.find((name) => name === report.directive) ?? OTHER,
      blocked: placeOf(blocked, hosts),
      source: source ? placeOf(source, hosts) : '',
      page: claim?.path ?? OTHER,
      sink: report.blocked?.startsWith('trusted-types') && SINK.test(sink) ? sink : '',
      disposition: report.disposition === 'report' ? 'report' : 'enforce',
    };
  };
}

function parseUrl(text: string | null | undefined): URL | null {
  return text && URL.canParse(text) ? new URL(text) : null;
}

/** A keyword, a file of ours, or an origin. Other parts of an address may be personal data. */
function placeOf(text: string | null | undefined, hosts: Hosts): string {
  if (!text) return '';
  if (KEYWORDS.test(text)) return text;
  const url = parseUrl(text);
  if (!url) return OTHER;
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return url.protocol.slice(0, -1).slice(0, 20);
  if (!hosts.isOwnOrigin(url.origin)) return url.origin.slice(0, MAX_LENGTH);
  return ASSET.test(url.pathname) ? url.pathname : OWN_PAGE;
}
