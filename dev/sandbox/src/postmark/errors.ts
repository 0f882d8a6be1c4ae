/** An error with Postmark's code (https://postmarkapp.com/developer/api/overview#error-codes). */
export class PostmarkError extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 422) {
    super(message);
    this.code = code;
    this.status = status;
  }

  toBody(): { ErrorCode: number; Message: string } {
    return { ErrorCode: this.code, Message: this.message };
  }
}

export const badToken = () => new PostmarkError(10, 'Request does not contain a valid Server token.', 401);
export const invalidRequest = (message: string) => new PostmarkError(300, message);
export const invalidJson = () => new PostmarkError(402, 'Received invalid JSON input.');
export const wrongJson = (message: string) => new PostmarkError(403, `Invalid JSON: ${message}`);

export function orderedPostmarkFailure(status: number): PostmarkError {
  if (status === 429) return new PostmarkError(429, 'Rate limit exceeded.', status);
  if (status === 422)
    return new PostmarkError(412, 'While your account is pending approval, this email cannot be sent.');
  if (status === 503) return new PostmarkError(100, 'Maintenance: the API is offline.', status);
  return new PostmarkError(status, 'A failure of the API was ordered at the sandbox.', status);
}
