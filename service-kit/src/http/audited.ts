import type { Actor } from '@leadping/contracts/actor';

/** What is known of a change before it is made. */
export interface Audited {
  actor: Pick<Actor, 'userId' | 'username' | 'role' | 'resellerId'>;
  /** An IP address. */
  address: string;
  /** Method and path, as in `PUT /api/admin/resellers/:id`. */
  action: string;
  summary: string;
  target?: string | null;
  /** What stands for the changed fields where the work says nothing of them. */
  body?: unknown;
  /** The same again by the same person within the hour leaves no second entry. */
  isHourly?: boolean;
}

/** What routes need of the audit log. */
export interface AuditedWork {
  /**
   * Does `work` and leaves an entry of it in the audit log. The entry is written before the work begins, so that nothing is changed
   * without one; work that is refused takes it back.
   */
  audited: <T>(what: Audited, work: () => Promise<T> | T) => Promise<T>;
}
