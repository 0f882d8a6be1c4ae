import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ChangeNotification, OrderNotification } from '@leadping/contracts/commerce/order-webhook-routes';
import { ORDER_WEBHOOK_EVENT_NAMES } from '@leadping/contracts/commerce/webhook-event';
import { LicenseCause } from '@leadping/contracts/licensing/license-events';
import * as exported from '../src/copy/order-event.ts';

const guide = readFileSync(new URL('../../guides/docs/webhooks.mdx', import.meta.url), 'utf8');
const section = guide.split('[#resellers]')[1] ?? '';

/** The cells of the rows whose first cell is code. */
const rows = [...section.matchAll(/^\| `([^`]+)` +\| (.+?) +\|(?: (.+?) +\|)?$/gm)].map(
  ([, name = '', meaning = '', more = '']) => ({ name, meaning, more }),
);
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word);

const samples: Record<string, string> = { ...exported };

/** The samples of the guide by event, in its order. */
const shown = [...section.matchAll(/```json title="([^"]+)"\n\{(\w+)\}\n```/g)].map(
  ([, title, name]) => [title, JSON.parse(samples[name ?? ''] ?? '{}') as object] as const,
);

const fieldsOf = (schema: { shape: object }) => Object.keys(schema.shape);

describe('the guide of order webhooks', () => {
  it('shows the sample of every event under its name, as the contract has it', () => {
    expect(shown.map(([title]) => title)).toEqual(ORDER_WEBHOOK_EVENT_NAMES);
    for (const [title, sample] of shown) {
      const Notification = title === 'order.completed' ? OrderNotification : ChangeNotification;
      expect(Notification.parse(sample)).toEqual({ ...sample, event: title });
    }
  });

  it('lists every event with the fields that it has besides those of a completed order', () => {
    const events = rows.filter(({ more }) => more !== '');
    const [, completed] = shown[0]!;
    expect(events.map(({ name, more }) => [name, quoted(more)])).toEqual(
      shown.map(([title, sample]) => [
        title,
        Object.keys(sample).filter((field) => !Object.hasOwn(completed, field)),
      ]),
    );
  });

  it('explains every field of the changes, and names every cause', () => {
    const [refunded, disputed, license] = ChangeNotification.options;
    const wanted = [
      'occurred_at',
      ...fieldsOf(refunded.shape.refund).map((field) => `refund.${field}`),
      ...fieldsOf(disputed.shape.dispute).map((field) => `dispute.${field}`),
      ...fieldsOf(license.shape.license).map((field) => `license.${field}`),
    ];
    const fields = rows.filter(({ more }) => more === '');
    const explained = fields.flatMap(({ name, meaning }) => [
      name,
      ...quoted(meaning).filter((word) => word?.includes('.')),
    ]);
    expect([...explained].sort()).toEqual([...wanted].sort());
    expect(quoted(fields.find(({ name }) => name === 'license.cause')?.meaning ?? '')).toEqual(
      // A trial has no order, so no order webhook reports its end.
      LicenseCause.options.filter((cause) => cause !== 'trial_ended'),
    );
  });
});
