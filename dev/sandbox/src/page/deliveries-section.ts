import type { Store } from '../store.ts';
import type { Delivery } from '../stripe/webhooks/delivery.ts';
import { html, type Html } from './html.ts';
import { act, badge, facts, moment, SHOWN } from './parts.ts';

const TONES = { delivered: 'good', failed: 'bad', waiting: 'warn', held: 'plain', dropped: 'plain' } as const;

/** Stripe's webhooks to us with all attempts, newest first. */
export function deliveryRows(store: Store): Html[] {
  return store.deliveries
    .newestFirst()
    .slice(0, SHOWN)
    .map((delivery) => renderDelivery(store, delivery));
}

function renderDelivery(store: Store, delivery: Delivery): Html {
  const event = store.events.find(delivery.event)?.object;
  const notes = [
    delivery.isDuplicate && 'copy',
    delivery.isWronglySigned && 'wrongly signed',
    delivery.signedSecondsAgo > 0 && 'signed long ago',
  ].filter((note) => note !== false);
  return html`<details id="delivery-${delivery.id}">
    <summary>
      <span class="what">
        <strong>${delivery.eventType}</strong>
        <small>${delivery.url}</small>
      </span>
      ${notes.map((note) => badge(note, 'warn'))} ${badge(delivery.status, TONES[delivery.status])}
      ${moment(delivery.attempts.at(-1)?.at ?? delivery.nextAttemptAt)}
    </summary>
    <div class="detail">
      <div class="acts">${act('Replay', `/sandbox/deliveries/${delivery.id}/replay`)}</div>
      ${delivery.attempts.map((attempt, index) =>
        facts([
          [`Try ${index + 1}`, attempt.at],
          ['Answer', attempt.status ?? attempt.error],
          ['Took', `${attempt.durationMs} ms`],
          ['Body', attempt.response],
        ]),
      )}
      ${event && html`<pre>${JSON.stringify(event, null, 2)}</pre>`}
    </div>
  </details>`;
}
