import { LEAD_FIELDS, type Lead, type LeadField } from '../capture/lead.ts';
import { translate, type TextKey } from '../text.ts';
import { h } from './dom.ts';

export const FIELD_LABELS = {
  fullName: 'fullName',
  jobTitle: 'jobTitle',
  company: 'company',
  location: 'location',
  connections: 'connections',
  profileUrl: 'profileUrl',
  email: 'email',
} as const satisfies Record<LeadField, TextKey>;

export function leadDetails(lead: Lead): HTMLElement {
  const rows = LEAD_FIELDS.flatMap((field) => {
    const value = lead[field];
    const isEmpty = value === '' || value === null;
    return [
      h('dt', {}, translate(FIELD_LABELS[field])),
      isEmpty
        ? h('dd', { class: 'quiet' }, translate('valueNotFound'))
        : h(
            'dd',
            {},
            h('bdi', {}, typeof value === 'number' ? value.toLocaleString(translate('language')) : value),
          ),
    ];
  });
  return h('dl', { class: 'lead-details' }, ...rows);
}

export function foldedLeadDetails(lead: Lead, isOpen = false): HTMLElement {
  const summary = h('summary', {}, translate('allDetails'));
  return h('details', { class: 'folded', open: isOpen }, summary, leadDetails(lead));
}
