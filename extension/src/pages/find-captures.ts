import { LEAD_FIELDS } from '../capture/lead.ts';
import type { Delivery } from '../outbox/delivery.ts';

/** Case and accents are ignored. */
export function findCaptures(deliveries: readonly Delivery[], query: string): readonly Delivery[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return deliveries;
  return deliveries.filter(({ lead, configurationName, host }) => {
    const values = LEAD_FIELDS.map((field) => lead[field] ?? '');
    const searched = fold([...values, configurationName, host].join('\n'));
    return words.every((word) => searched.includes(word));
  });
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
