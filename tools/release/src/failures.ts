/** The command line was not understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The release was refused or could not be made: exit code 1. `code` is for machines, the message for people. */
export class ReleaseFailure extends Error {
  override readonly name = 'ReleaseFailure';
  readonly code: string;
  /** Of the reply that said so; absent where it was no reply. */
  readonly status: number | undefined;

  constructor(code: string, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}
