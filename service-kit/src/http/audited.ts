import type { Actor } from '@leadping/contracts/actor';

/** The data of an audited change that is known in advance. */
export interface Audited {
  actor: Pick<Actor, 'userId' | 'username' | 'role' | 'resellerId'>;
  /** An IP address. */
  address: string;
  /** Method and path, as in `PUT /api/admin/resellers/:id`. */
  action: string;
  summary: string;
  target?: string | null;
  /** Used in place of the changed fields if the work reports none. */
  body?: unknown;
  /** Repetitions by the same person within an hour add no further entry. */
  isHourly?: boolean;
}

/** Audit functions that routes need. */
export interface AuditedWork {
  /**
   * Runs `work` and records it in the audit log. The entry is written before the work begins, so that nothing is
   * changed without an entry. If the work is refused, the entry is removed.
   */
  audited: <T>(what: Audited, work: () => Promise<T> | T) => Promise<T>;
}
