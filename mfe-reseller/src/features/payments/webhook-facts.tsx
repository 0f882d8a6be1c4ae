import { CutUrl } from '@leadping/web-kit/dashboard/cut-url.tsx';
import type { ReactNode } from 'react';
import styles from './payments.module.css';

/** Without the first event no order is completed. The others keep orders and licenses correct afterwards. */
const EVENTS = [
  { name: 'checkout.session.completed', use: 'required' },
  { name: 'checkout.session.async_payment_succeeded', use: 'bank payments' },
  { name: 'checkout.session.async_payment_failed', use: 'bank payments' },
  { name: 'charge.refunded', use: 'refunds' },
  { name: 'refund.created', use: 'refunds' },
  { name: 'refund.updated', use: 'refunds that fail' },
  { name: 'refund.failed', use: 'refunds that fail' },
  { name: 'charge.refund.updated', use: 'refunds that fail' },
  { name: 'charge.dispute.created', use: 'disputes' },
  { name: 'charge.dispute.updated', use: 'disputes' },
  { name: 'charge.dispute.closed', use: 'disputes' },
] as const;

export const webhookUrl = (resellerId: string) =>
  `${location.origin}/api/stripe-webhook/reseller/${resellerId}`;

/** The values to enter at Stripe under Developers, Webhooks. */
export function WebhookFacts({ resellerId, children }: { resellerId: string; children?: ReactNode }) {
  const url = webhookUrl(resellerId);
  return (
    <dl className={styles.facts}>
      <dt>Webhook URL</dt>
      <dd>
        <CutUrl url={url} label="Copy webhook URL" />
      </dd>
      <dt>Events to listen to</dt>
      <dd>
        <ul className={styles.events}>
          {EVENTS.map(({ name, use }) => (
            <li key={name}>
              <code>{name}</code>
              <span>{use}</span>
            </li>
          ))}
        </ul>
      </dd>
      {children}
    </dl>
  );
}
