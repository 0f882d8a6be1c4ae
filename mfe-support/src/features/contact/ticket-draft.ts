import type { TicketCategory, TicketPriority } from '@leadping/contracts/support/ticket';

/** What the form holds while somebody writes. */
export type TicketDraft = {
  name: string;
  email: string;
  licenseKey: string;
  category: TicketCategory;
  subject: string;
  message: string;
  priority: TicketPriority;
};

export const EMPTY_DRAFT: TicketDraft = {
  name: '',
  email: '',
  licenseKey: '',
  category: 'other',
  subject: '',
  message: '',
  priority: 'normal',
};

export const CATEGORY_NAMES: Record<TicketCategory, string> = {
  installation: 'Installation',
  licensing: 'License and key',
  integration: 'Integration',
  technical: 'Something isn’t working',
  billing: 'Payments and refunds',
  feature: 'Feature request',
  other: 'Something else',
};

export const PRIORITY_NAMES: Record<TicketPriority, string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
};

export const KEY_PLACEHOLDER = Array.from({ length: 8 }, () => 'XXXX').join('-');
