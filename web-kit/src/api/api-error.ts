import type { ErrorBody, ErrorCode } from '@leadping/contracts/errors';

interface Failure {
  status: number;
  message: string;
  code?: ErrorCode;
  requestId?: string;
  field?: ErrorBody['field'];
  fields?: ErrorBody['fields'];
}

/** An error reply. `message` is the text to show. Decide by `code` and `status`. */
export class ApiError extends Error {
  /** Shell and remotes bundle their own copies of this class, so `instanceof` cannot compare prototypes. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError';
  }

  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  /** The request field that the error is about. */
  readonly field: string | undefined;
  /** All rejected fields with reasons, for `VALIDATION_FAILED`. */
  readonly fields: NonNullable<ErrorBody['fields']>;

  constructor({ status, message, code, requestId, field, fields }: Failure) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.field = field;
    this.fields = fields ?? [];
  }
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** Whether no service replied: the connection was lost, or a service is down or hanging. A retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof ApiError && [502, 503, 504].includes(error.status));
}

/**
 * The text for a failed call: the server's message, or the fallback. Browsers' own messages about lost connections
 * are unhelpful.
 */
export function failureText(error: Error, fallback = ''): string {
  if (error instanceof TypeError) return 'The connection was lost. Check it and try again.';
  return error.message || fallback;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * Reads a failed reply: its message, else its error field, else its text, else the status text (specification §7).
 * An error of ours without a message has an empty text, because its JSON is unreadable for people.
 */
export async function readFailure(response: Response): Promise<ApiError> {
  const text = await response.text();
  const body = parseObject(text);
  return new ApiError({
    status: response.status,
    message:
      textOf(body.message) ?? textOf(body.error) ?? textOf(body.code ? '' : text) ?? response.statusText,
    code: textOf(body.code) as ErrorCode | undefined,
    requestId: textOf(body.requestId),
    field: textOf(body.field),
    fields: Array.isArray(body.fields) ? (body.fields as ErrorBody['fields']) : undefined,
  });
}
