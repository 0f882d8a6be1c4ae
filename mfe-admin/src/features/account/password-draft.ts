export interface PasswordDraft {
  current: string;
  next: string;
  confirmation: string;
}

export const EMPTY_PASSWORDS: PasswordDraft = { current: '', next: '', confirmation: '' };

/** What is wrong with a change of password, in the order in which it is told (specification §5). */
export function passwordFault({ current, next, confirmation }: PasswordDraft): string | undefined {
  if (!current || !next || !confirmation) return 'Please fill in all password fields';
  if (next !== confirmation) return "Passwords don't match";
  return next.length < 6 ? 'Password must be at least 6 characters long' : undefined;
}
