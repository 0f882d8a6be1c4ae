import type { Delivery } from '../outbox/delivery.ts';
import { h } from './dom.ts';

const STATES: Record<Delivery['state'], { text: string; tone: string }> = {
  waiting: { text: 'Waiting', tone: 'warn' },
  sent: { text: 'Sent', tone: 'good' },
  unconfirmed: { text: 'Sent, unconfirmed', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

export function stateTag(state: Delivery['state']): HTMLElement {
  const { text, tone } = STATES[state];
  return h('span', { class: `tag ${tone}` }, text);
}

/** Of the webhooks of one press, the state that a person has to know of first. */
export function worstState(deliveries: readonly Delivery[]): Delivery['state'] {
  const order = ['failed', 'waiting', 'unconfirmed'] as const;
  return order.find((state) => deliveries.some((one) => one.state === state)) ?? 'sent';
}
