import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';

export const FIELD_NAMES: Record<SelectableField, string> = {
  fullName: 'Full name',
  jobTitle: 'Job title',
  company: 'Company',
  location: 'Location',
  connections: 'Connections',
  email: 'Email',
};
