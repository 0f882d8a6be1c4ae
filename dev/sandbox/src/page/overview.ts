import type { Store } from '../store.ts';
import { html, type Html } from './html.ts';
import { renderRows, sectionNames, sections } from './sections.ts';

export function renderOverview(store: Store): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox</title>
        <link rel="stylesheet" href="/sandbox/assets/base.css" />
        <link rel="stylesheet" href="/sandbox/assets/overview.css" />
        <script type="module" src="/sandbox/assets/overview.js"></script>
      </head>
      <body>
        <header class="top">
          <h1>Sandbox</h1>
          <nav aria-label="Sections">
            ${sectionNames.map((name) => html`<a href="#${name}">${sections[name].title}</a> `)}
          </nav>
          <span class="live quiet" role="status">Connecting</span>
        </header>
        <main>
          ${sectionNames.map(
            (name) =>
              html`<section id="${name}" aria-labelledby="${name}-title">
                <h2 id="${name}-title">${sections[name].title}</h2>
                <div class="rows">${renderRows(store, name)}</div>
              </section>`,
          )}
        </main>
        <p class="toast" role="alert"></p>
      </body>
    </html>`;
}
