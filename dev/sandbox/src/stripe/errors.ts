export type StripeErrorType = 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';

export interface StripeErrorBody {
  error: {
    type: StripeErrorType;
    message: string;
    code?: string;
    doc_url?: string;
    param?: string;
    request_log_url?: string;
  };
}

/** An error with Stripe's own message and format. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: StripeErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(
    message: string,
    options: { status?: number; type?: StripeErrorType; code?: string; param?: string } = {},
  ) {
    super(message);
    this.status = options.status ?? 400;
    this.type = options.type ?? 'invalid_request_error';
    this.code = options.code;
    this.param = options.param;
  }

  toBody(): StripeErrorBody {
    const { code, param } = this;
    return {
      error: {
        ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
        message: this.message,
        ...(param && { param }),
        type: this.type,
      },
    };
  }
}

/** @param kind the object's name in Stripe's messages, such as `checkout.session` */
export function noSuch(kind: string, id: string, param = 'id'): StripeError {
  return new StripeError(`No such ${kind}: '${id}'`, { status: 404, code: 'resource_missing', param });
}

export function orderedStripeFailure(status: number): StripeError {
  return new StripeError('A failure of the API was ordered at the sandbox.', {
    status,
    type: status >= 500 ? 'api_error' : 'invalid_request_error',
    ...(status === 429 && { code: 'rate_limit' }),
  });
}
