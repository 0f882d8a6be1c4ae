import type { Store } from '../store.ts';
import { deliveryRows } from './deliveries-section.ts';
import { html, type Html } from './html.ts';
import { inboxRows } from './inbox-section.ts';
import { mailRows } from './mails-section.ts';
import { paymentRows } from './payments-section.ts';

interface Section {
  title: string;
  empty: string;
  rows: (store: Store) => Html[];
  /** The collections that the section shows. */
  shows: readonly string[];
}

export const sections = {
  payments: {
    title: 'Payments',
    empty: 'No checkout was started yet.',
    rows: paymentRows,
    shows: ['sessions', 'charges', 'disputes'],
  },
  mails: { title: 'Emails', empty: 'No email was sent yet.', rows: mailRows, shows: ['mails'] },
  deliveries: {
    title: 'Webhooks to the services',
    empty: 'No event was sent yet.',
    rows: deliveryRows,
    shows: ['deliveries'],
  },
  inbox: {
    title: 'Webhooks from the services',
    empty: 'Nothing came to /hooks/{bin} yet.',
    rows: inboxRows,
    shows: ['hookRequests'],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

export const sectionNames = Object.keys(sections) as SectionName[];

export function renderRows(store: Store, name: SectionName): Html {
  const { rows, empty } = sections[name];
  const rendered = rows(store);
  return rendered.length === 0 ? html`<p class="empty">${empty}</p>` : html`${rendered}`;
}

export function sectionsShowing(collection: string): SectionName[] {
  return sectionNames.filter((name) => (sections[name].shows as readonly string[]).includes(collection));
}
