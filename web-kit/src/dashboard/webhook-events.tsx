import { eventSample } from '@leadping/contracts/commerce/order-sample';
import {
  ORDER_WEBHOOK_EVENT_NAMES,
  ORDER_WEBHOOK_EVENTS,
  type OrderWebhookEvent,
} from '@leadping/contracts/commerce/webhook-event';
import { Field } from '@leadping/web-kit/form/fields.tsx';
import { Checkbox } from '@leadping/web-kit/ui/form';
import { useId } from 'react';
import { CodeBlock } from './code-block.tsx';
import { Select } from './select.tsx';
import styles from './webhook-events.module.css';

const OPTIONS = ORDER_WEBHOOK_EVENT_NAMES.map((value) => ({
  value,
  label: (
    <span className={styles.event}>
      <code>{value}</code>
      <small>{ORDER_WEBHOOK_EVENTS[value].text}</small>
    </span>
  ),
}));

/** The field of a form for the events of an order webhook. */
export function WebhookEventsField({ name }: { name: string }) {
  return (
    <Field name={name} label="Events" required={false}>
      <Checkbox.Group options={OPTIONS} className={styles.events} />
    </Field>
  );
}

interface WebhookSampleProps {
  event: OrderWebhookEvent;
  onEvent: (event: OrderWebhookEvent) => void;
  seller: Parameters<typeof eventSample>[1];
}

const SAMPLE_TIME = '2026-11-22T09:30:00.000Z';

/** The payload of an event, which the reader chooses. */
export function WebhookSample({ event, onEvent, seller }: WebhookSampleProps) {
  const id = useId();
  return (
    <div className={styles.sample}>
      <label htmlFor={id}>Event</label>
      <Select id={id} value={event} onChange={({ target }) => onEvent(target.value as OrderWebhookEvent)}>
        {ORDER_WEBHOOK_EVENT_NAMES.map((each) => (
          <option key={each} value={each}>
            {ORDER_WEBHOOK_EVENTS[each].label}
          </option>
        ))}
      </Select>
      <CodeBlock
        label="Sample payload"
        code={JSON.stringify(eventSample(event, seller, SAMPLE_TIME), null, 2)}
      />
    </div>
  );
}
