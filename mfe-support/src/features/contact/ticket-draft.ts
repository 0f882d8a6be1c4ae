import type { TicketCategory, TicketPriority } from '@leadping/contracts/support/ticket';
import { readOwn, saveOwn } from '@leadping/web-kit/session/own-storage';

/** The values of the form. */
export type TicketDraft = {
  name: string;
  email: string;
  licenseKey: string;
  category: TicketCategory;
  subject: string;
  message: string;
  priority: TicketPriority;
};

const EMPTY_DRAFT: TicketDraft = {
  name: '',
  email: '',
  licenseKey: '',
  category: 'other',
  subject: '',
  message: '',
  priority: 'normal',
};

/** Drafts belong to the browser tab, because the form is for people without an account. */
const OWNER = '';
const NAME = 'ticket';
const KEY_NAME = 'ticket-key';

/** The unsent draft. It survives visits to other pages and a reload, but not the browser tab. */
export function readDraft(): TicketDraft {
  const saved = readOwn(OWNER, NAME);
  return saved ? { ...EMPTY_DRAFT, ...(JSON.parse(saved) as Partial<TicketDraft>) } : EMPTY_DRAFT;
}

/** @param draft null once it is sent */
export function saveDraft(draft: TicketDraft | null): void {
  saveOwn(OWNER, NAME, draft ? JSON.stringify(draft) : '');
  if (!draft) forgetKey();
}

let key = '';

/** The idempotency key of the unsent draft, so that sending it again after a missing reply opens no second ticket. */
export function draftKey(): string {
  key ||= readOwn(OWNER, KEY_NAME) || crypto.randomUUID();
  saveOwn(OWNER, KEY_NAME, key);
  return key;
}

function forgetKey(): void {
  key = '';
  saveOwn(OWNER, KEY_NAME, '');
}

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
