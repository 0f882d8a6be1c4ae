import type { Delivery } from '../outbox/delivery.ts';
import { translate, type TextKey } from '../text.ts';
import { h } from './dom.ts';

const STATES: Record<Delivery['state'], { text: TextKey; tone: string }> = {
  waiting: { text: 'waiting', tone: 'warn' },
  sent: { text: 'sent', tone: 'good' },
  unconfirmed: { text: 'sentUnconfirmed', tone: 'good' },
  failed: { text: 'failed', tone: 'bad' },
};

export function stateTag(state: Delivery['state']): HTMLElement {
  const { text, tone } = STATES[state];
  return h('span', { class: `tag ${tone}` }, translate(text));
}

export function worstState(deliveries: readonly Delivery[]): Delivery['state'] {
  const order = ['failed', 'waiting', 'unconfirmed'] as const;
  return order.find((state) => deliveries.some((one) => one.state === state)) ?? 'sent';
}
