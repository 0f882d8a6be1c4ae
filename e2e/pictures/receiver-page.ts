import type { Page } from '@playwright/test';
import type { ExtensionBrowser } from '../test/extension/browser.ts';
import { HOOKS, type Received, type World } from '../test/extension/world.ts';
import { addStyle } from './profile-page.ts';

/** Opens a page that shows the first request of the receiver, as its operator would see it. */
export async function openReceiver(browser: ExtensionBrowser, world: World): Promise<Page> {
  const received = world.received.find(({ host }) => host.startsWith(HOOKS));
  if (!received) throw new Error('nothing was received');
  world.answer('/requests', (_request, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(draw(received)),
  );
  const page = await browser.context.newPage();
  await page.goto(`https://${HOOKS}/requests`);
  await addStyle(page, CSS);
  return page;
}

function draw({ path, type, key, body }: Received): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Requests</title></head><body><main>
<h1>POST ${path} <i>200</i></h1><dl><dt>Content-Type</dt><dd>${type}</dd><dt>Idempotency-Key</dt><dd>${key}</dd></dl>
<pre>${JSON.stringify(body, null, 2).replaceAll('<', '&lt;')}</pre></main></body></html>`;
}

const CSS = `body { --ground: #f3f0e8; --card: #fff; --line: #e6e2d8; --text: #10141f; --quiet: #545a6b; --good: #1b7a4b;
    margin: 0; background: var(--ground); color: var(--text); font: 17px/1.5 'Liberation Mono', ui-monospace, monospace }
  @media (prefers-color-scheme: dark) { body { --ground: #0d1017; --card: #171b26; --line: #2b3140; --text: #eceef4; --quiet: #a4abbd; --good: #5fd39a } }
  main { max-width: 640px; margin: 0 auto; padding: 24px 28px; background: var(--card) }
  h1 { margin: 0 0 12px; font-size: 20px } h1 i { float: right; color: var(--good); font-style: normal }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 20px; margin: 0 0 16px; padding-bottom: 16px; border-bottom: 1px solid var(--line); color: var(--quiet); font-size: 15px }
  dd { margin: 0 } pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }`;
