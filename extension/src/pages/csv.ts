import { csvCell } from '@leadping/contracts/csv-cell';
import type { Delivery } from '../outbox/delivery.ts';

/** The columns that mail tools and the guide on exports know, followed by ours. */
const HEADINGS = [
  'Name',
  'Title',
  'Company',
  'Location',
  'Connections',
  'Profile URL',
  'Email',
  'Captured at',
  'Webhooks',
];

/**
 * One line for each press (RFC 4180), with a byte order mark, because spreadsheets guess the encoding without
 * it.
 */
export function writeCsv(deliveries: readonly Delivery[]): string {
  const byPress = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    byPress.set(delivery.pressId, [...(byPress.get(delivery.pressId) ?? []), delivery]);
  }
  const lines = [...byPress.values()].map((rows) => {
    const [{ lead, capturedAt }] = rows as [Delivery];
    const webhooks = rows.map(({ configurationName, state }) => `${configurationName}: ${state}`).join('; ');
    return [
      lead.fullName,
      lead.jobTitle,
      lead.company,
      lead.location,
      lead.connections === null ? '' : String(lead.connections),
      lead.profileUrl,
      lead.email ?? '',
      new Date(capturedAt).toISOString(),
      webhooks,
    ];
  });
  return `\ufeff${[HEADINGS, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}
