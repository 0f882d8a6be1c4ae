import { BSON } from 'bson';
import { codeName } from './code-names.ts';

export type ErrorLabel = 'TransientTransactionError' | 'RetryableWriteError';

/** An error in MongoDB's format: its code, and labels that tell the driver what to do. */
export class CommandError extends Error {
  readonly code: number;
  readonly labels: ErrorLabel[];
  readonly details: BSON.Document;

  constructor(
    code: number,
    message: string,
    { labels = [], details = {} }: Partial<CommandErrorOptions> = {},
  ) {
    super(message);
    this.code = code;
    this.labels = labels;
    this.details = details;
  }

  withLabel(label: ErrorLabel): CommandError {
    return new CommandError(this.code, this.message, { labels: [label], details: this.details });
  }

  toReply(): Uint8Array {
    return BSON.serialize({
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: codeName(this.code),
      ...this.details,
      ...(this.labels.length > 0 && { errorLabels: this.labels }),
    });
  }
}

interface CommandErrorOptions {
  labels: ErrorLabel[];
  details: BSON.Document;
}

/** The engine was lost during a command, so its outcome is unknown. */
export class EngineLost extends Error {}
