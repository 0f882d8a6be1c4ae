import type { SelectableField } from './selector-grammar.ts';

/** Names of the fields for admins. */
export const FIELD_NAMES: Record<SelectableField, string> = {
  fullName: 'Full name',
  jobTitle: 'Job title',
  company: 'Company',
  location: 'Location',
  connections: 'Connections',
  email: 'Email',
};
