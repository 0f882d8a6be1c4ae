import { ERROR_STATUS, type ErrorCode } from '@leadping/contracts/errors';

/** The one error that domain code throws; the code decides the status, the message is shown to the caller. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The request field that caused the error, sent as `field`. */
  readonly field: string | undefined;
  /** Refused because too much is asked for, not because something broke: thousands a minute leave no line each. */
  readonly isShed: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfter?: number; field?: string | undefined; cause?: unknown; isShed?: boolean } = {},
  ) {
    const { stackTraceLimit } = Error;
    // Refused by the thousand when there is nothing to spare, and logged without a stack: its frames cost 5 us, and 50 on a busy machine.
    if (options.isShed || code === 'RATE_LIMITED') Error.stackTraceLimit = 0;
    super(message, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'DomainError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.retryAfter = options.retryAfter;
    this.field = options.field;
    this.isShed = options.isShed ?? false;
  }
}
