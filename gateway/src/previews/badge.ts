import { buildId } from '../releases/release-state.ts';
import type { Preview } from './previews.ts';

/** Adds the preview badge to a page. Names and versions need no escaping. */
export function withBadge(html: string, { build, address }: Preview): string {
  const style =
    'position:fixed;z-index:2147483647;left:12px;bottom:12px;padding:8px 12px;border-radius:8px;background:#111;color:#fff;font:14px/1.4 sans-serif';
  const badge = `<div role="status" style="${style}">Preview of ${buildId(build)}${address ? ` from ${new URL(address).host}` : ''} <a href="/__preview/off" style="color:#fff">Turn off</a></div>`;
  return html.replace('</body>', () => `${badge}</body>`);
}
