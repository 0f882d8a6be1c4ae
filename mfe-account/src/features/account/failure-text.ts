import { ApiError } from '@leadping/web-kit/api/api-error';

const NETWORK_ERROR = 'Network error. Please try again.';

const LOGIN_FAILURES: Record<number, string> = {
  401: 'Invalid username or password. Please check your credentials and try again.',
  403: 'Access denied. Please contact support if you believe this is an error.',
  500: 'Server error. Please try again in a moment.',
};

/** The text for a failed sign-in. Unknown errors show their own message (specification, public side §8). */
export function loginFailureText(error: Error): string {
  const known = error instanceof ApiError ? LOGIN_FAILURES[error.status] : undefined;
  return known ?? error.message;
}

/** The server's message, or the fallback if it has none. A network error has its own text. */
export function failureText(error: Error, fallback: string): string {
  return error instanceof ApiError ? error.message || fallback : NETWORK_ERROR;
}
