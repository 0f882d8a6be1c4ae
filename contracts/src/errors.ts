import { z } from 'zod';

/** The closed set of public error codes with their HTTP status. */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  SIGNATURE_INVALID: 400,
  REDIRECT_REFUSED: 400,
  PRICE_TOO_LOW: 400,
  PASSWORD_TOO_COMMON: 400,
  CURRENT_PASSWORD_WRONG: 400,
  RESET_LINK_INVALID: 400,
  VERIFICATION_LINK_INVALID: 400,
  LINK_INVALID: 400,
  CHALLENGE_EXPIRED: 400,
  SECOND_FACTOR_INVALID: 400,
  PASSKEY_REFUSED: 400,
  WEBHOOK_URL_REFUSED: 400,
  LOGO_REFUSED: 400,
  DISCOUNT_CODE_INVALID: 400,
  CONSENT_REQUIRED: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  ORIGIN_REFUSED: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  FRESH_SIGN_IN_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  USERNAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  LAST_SECOND_FACTOR: 409,
  IDEMPOTENCY_MISMATCH: 409,
  LICENSE_LIMIT_REACHED: 409,
  RESELLER_INACTIVE: 409,
  RESELLER_NOT_CONFIGURED: 409,
  REFUND_REFUSED: 409,
  TICKET_CLOSED: 409,
  RELEASE_REFUSED: 409,
  RELEASE_CONFLICT: 409,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  PAYMENT_PROVIDER_FAILED: 502,
  MAIL_PROVIDER_FAILED: 502,
  UPSTREAM_FAILED: 502,
  PAYMENT_NOT_CONFIGURED: 503,
  UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The body of every error reply. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.enum(codes),
  requestId: z.string(),
  /** The request field that the error is about, as a path such as `questions.0.answer`. */
  field: z.string().optional(),
  /** All invalid fields and their reasons, for `VALIDATION_FAILED`. */
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
