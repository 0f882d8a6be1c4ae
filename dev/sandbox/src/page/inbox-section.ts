import type { HookRequest } from '../hooks/bin.ts';
import type { Store } from '../store.ts';
import { html, type Html } from './html.ts';
import { badge, moment, SHOWN } from './parts.ts';

/** Requests from our services to the inboxes, newest first. */
export function inboxRows(store: Store): Html[] {
  return store.hookRequests.newestFirst().slice(0, SHOWN).map(renderRequest);
}

function renderRequest(request: HookRequest): Html {
  return html`<details id="request-${request.id}">
    <summary>
      <span class="what"><strong>/hooks/${request.bin}</strong></span>
      ${badge(request.status, request.status < 300 ? 'good' : 'bad')} ${moment(request.receivedAt)}
    </summary>
    <div class="detail">
      <pre>${JSON.stringify(request.headers, null, 2)}</pre>
      <pre>${request.json === null ? request.body : JSON.stringify(request.json, null, 2)}</pre>
    </div>
  </details>`;
}
