import type Stripe from 'stripe';
import { nowInSeconds } from '../../clock.ts';
import type { Sandbox } from '../../sandbox.ts';
import { findProfile } from '../accounts/profile.ts';
import { MAX_AMOUNT } from '../currency.ts';
import { chooseDiscount } from '../discounts/redeem.ts';
import { noSuch, StripeError } from '../errors.ts';
import { belongsTo } from '../list.ts';
import type { CheckoutSession, LineItem, OwnedSession, Scope } from '../objects/types.ts';
import { buildLineItem } from './build-line-item.ts';
import { isAcceptedEmail } from './accepted-email.ts';
import { buildSession } from './build-session.ts';
import { checkManagedPayments } from './check-managed-payments.ts';
import { checkTax } from './check-tax.ts';
import { checkFloor, priceSession } from './price-session.ts';
import type { CreateSessionParams } from './session-params.ts';

const HALF_AN_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

export function createSession(sandbox: Sandbox, scope: Scope, params: CreateSessionParams): CheckoutSession {
  if (params.mode !== 'payment')
    throw new StripeError(`The sandbox only knows \`mode=payment\`, not \`${params.mode}\`.`, {
      param: 'mode',
    });
  checkUrl(params.success_url, 'success_url');
  if (params.cancel_url !== undefined) checkUrl(params.cancel_url, 'cancel_url');
  checkEmail(params.customer_email);
  checkCustomer(sandbox, scope, params);
  checkExpiry(params.expires_at);
  if (params.line_items.length === 0)
    throw new StripeError('Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    });
  const positions = params.line_items.map((item, index) => buildLineItem(scope, item, index));
  const lineItems = positions.map(({ item }) => item);
  checkCurrency(lineItems);
  const profile = findProfile(sandbox.store, scope);
  const isManaged = checkManagedPayments(scope, profile, params);
  if (!isManaged) checkTax(scope, profile, params);

  const session = priceSession(sandbox.store, {
    ...openSession(sandbox, scope, params, lineItems, isManaged),
    ...scope,
  });
  checkFloor(session);
  checkMaximum(session);
  for (const { product } of positions)
    sandbox.store.products.put({ id: product.id, ...scope, object: product });

  return sandbox.store.sessions.put(session).object;
}

function openSession(
  sandbox: Sandbox,
  scope: Scope,
  params: CreateSessionParams,
  lineItems: LineItem[],
  isManaged: boolean,
): Omit<OwnedSession, keyof Scope> {
  const object = buildSession(scope, params, lineItems, sandbox.publicUrl, isManaged);
  const intent = params.payment_intent_data;
  return {
    id: object.id,
    object,
    terms: {
      lineItems,
      taxes: {},
      discount: presetDiscount(sandbox, scope, params, object),
      buyer: { country: null, postalCode: null, taxId: null },
      paymentIntent: {
        description: intent?.description ?? null,
        metadata: intent?.metadata ?? {},
        receiptEmail: intent?.receipt_email ?? null,
        statementDescriptor: intent?.statement_descriptor ?? null,
        statementDescriptorSuffix: intent?.statement_descriptor_suffix ?? null,
        setupFutureUsage: intent?.setup_future_usage ?? null,
      },
    },
  };
}

function presetDiscount(
  { store }: Sandbox,
  scope: Scope,
  { allow_promotion_codes: mayTypeCodes, customer, discounts }: CreateSessionParams,
  { amount_subtotal: subtotal, currency }: CheckoutSession,
): Stripe.Discount | null {
  const [wanted] = discounts ?? [];
  if (discounts !== undefined && mayTypeCodes !== undefined)
    throw new StripeError('You may only specify one of these parameters: allow_promotion_codes, discounts.', {
      param: 'allow_promotion_codes',
    });
  if (wanted === undefined) return null;
  return chooseDiscount(store, scope, wanted, {
    subtotal: subtotal ?? 0,
    currency: currency ?? 'usd',
    customer: customer ?? null,
  });
}

function checkUrl(value: string, param: string): void {
  // Stripe replaces `{CHECKOUT_SESSION_ID}` itself. Its braces make the address invalid before that.
  const address = value.replaceAll('{CHECKOUT_SESSION_ID}', 'id');
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new StripeError('Not a valid URL', { code: 'url_invalid', param });
}

function checkEmail(email: string | undefined): void {
  if (email !== undefined && !isAcceptedEmail(email))
    throw new StripeError(`Invalid email address: ${email}`, {
      code: 'email_invalid',
      param: 'customer_email',
    });
}

function checkCustomer(sandbox: Sandbox, scope: Scope, params: CreateSessionParams): void {
  if (params.customer === undefined) return;
  if (params.customer_email !== undefined)
    throw new StripeError('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  const customer = sandbox.store.customers.find(params.customer);
  if (customer === undefined || !belongsTo(scope)(customer))
    throw noSuch('customer', params.customer, 'customer');
}

function checkExpiry(expiresAt: number | undefined): void {
  if (expiresAt === undefined) return;
  const ahead = expiresAt - nowInSeconds();
  // A minute of tolerance, because the caller computed the half hour before it sent the request.
  if (ahead >= HALF_AN_HOUR - 60 && ahead <= DAY + 60) return;
  throw new StripeError(
    ahead > DAY
      ? 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.'
      : 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    { param: 'expires_at' },
  );
}

function checkCurrency(lineItems: LineItem[]): void {
  const currency = lineItems[0]?.currency;
  if (lineItems.some((item) => item.currency !== currency))
    throw new StripeError('All prices on a Checkout Session must use the same currency.', {
      param: 'line_items',
    });
}

function checkMaximum({ object }: OwnedSession): void {
  if ((object.amount_total ?? 0) > MAX_AMOUNT)
    throw new StripeError(
      `The Checkout Session's total amount due must not be more than 999999.99 ${object.currency}`,
      { code: 'amount_too_large' },
    );
}
