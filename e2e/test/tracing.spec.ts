import { expect, test } from '@playwright/test';
import type { CollectedSpan } from './otlp-collector.ts';
import { platformClient, runningPlatform, until } from '../platform.ts';

/** The steps of a purchase by process. */
const STEPS = [
  'gateway: POST /api/stripe-webhook',
  'svc-commerce: POST /api/stripe-webhook',
  'svc-commerce: publish commerce.order.paid',
  'svc-licensing: consume commerce.order.paid',
  'svc-identity: consume commerce.order.paid',
  'svc-licensing: publish licensing.license.issued',
  'svc-commerce: consume licensing.license.issued',
  'svc-support: consume licensing.license.issued',
  'svc-support: send license-key mail',
];

test('one purchase is one trace, from the payment webhook at the gateway to the mail', async () => {
  const client = platformClient(runningPlatform());
  const startedAt = Date.now();
  const buyer = `traced-${startedAt}@example.com`;
  const session = await client.startCheckout('10.77.0.1');
  await client.pay(session, buyer);
  await until('the mail with the key', async () => (await client.mailsTo(buyer)).length > 0);

  const spans = await until('all steps of the trace', async () => {
    const all = await collected();
    const webhook = all.find(
      (span) => stepOf(span) === STEPS[0] && span.startedAt >= startedAt && isPurchase(all, span.traceId),
    );
    const trace = all.filter(({ traceId }) => traceId === webhook?.traceId);
    return STEPS.every((step) => trace.some((span) => stepOf(span) === step)) && trace;
  });

  // Each process exports its spans in batches, so a step may arrive before its parent.
  const root = await until('the step that each step follows', async () => {
    const trace = (await collected()).filter(({ traceId }) => traceId === spans[0]?.traceId);
    const ids = new Set(trace.map(({ spanId }) => spanId));
    const roots = trace.filter(({ parentSpanId }) => !ids.has(parentSpanId));
    return roots.length === 1 && roots[0];
  });
  expect(stepOf(root)).toBe(STEPS[0]);
});

const stepOf = ({ service, name }: CollectedSpan) => `${service}: ${name}`;

const isPurchase = (all: CollectedSpan[], traceId: string) =>
  all.some((span) => span.traceId === traceId && span.name === 'consume licensing.license.issued');

async function collected(): Promise<CollectedSpan[]> {
  const reply = await fetch(`${process.env.E2E_COLLECTOR_URL}/spans`);
  return (await reply.json()) as CollectedSpan[];
}
