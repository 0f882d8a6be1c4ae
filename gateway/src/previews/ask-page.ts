import escapeHtml from 'escape-html';
import { buildId } from '../releases/release-state.ts';
import type { Preview } from './previews.ts';

/** The page runs no script and cannot be framed, so that only the viewer can press its button. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const ASK_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  // Without a referrer the form would send no origin. The token stays on our own pages.
  'referrer-policy': 'same-origin',
};

/** Asks the viewer whether to show the preview. A viewer who did not create it must also agree to its risks. */
export function askPage(preview: Preview, viewerId: string): string {
  const { build, address, madeBy } = preview;
  const isOwn = madeBy?.userId === viewerId;
  const from = address === null ? '' : ` from ${new URL(address).host}`;
  const maker = escapeHtml(madeBy?.name ?? 'somebody');
  const agree = `<p><label><input type="checkbox" name="agree" value="yes" required> I know who made it and want to see it.</label></p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Show a preview?</title>
<style>body{max-width:36em;margin:3em auto;padding:0 1em;font:16px/1.5 sans-serif;color-scheme:light dark}button{font:inherit;padding:.6em 1.2em}</style>
<h1>Show a preview?</h1>
<p>${escapeHtml(buildId(build))}${escapeHtml(from)}, made by ${isOwn ? 'you' : maker}.</p>
<p>Its code runs in this browser for up to eight hours and can do everything that you can.${isOwn ? '' : ' You did not make it. If you did not expect this link, close this page.'}</p>
<form method="post" action="/__preview?token=${encodeURIComponent(preview.token)}">
${isOwn ? '' : agree}
<p><button>Show the preview</button> <a href="/">Cancel</a></p>
</form>
</html>`;
}
