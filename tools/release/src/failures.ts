/** Invalid command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The release was refused or failed: exit code 1. `code` is for programs, the message for people. */
export class ReleaseFailure extends Error {
  override readonly name = 'ReleaseFailure';
  readonly code: string;
  /** Status of the error reply. Absent without a reply. */
  readonly status: number | undefined;

  constructor(code: string, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}
