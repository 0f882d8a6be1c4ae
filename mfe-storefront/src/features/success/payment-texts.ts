import { BRAND } from '@leadping/contracts/brand';
import type { KnownPayment, Payment, Product } from './use-payment.ts';

interface Text {
  title: string;
  body: string;
}

const PAID: Record<Product, (email: string) => Text> = {
  main: (email) => ({
    title: 'Payment received',
    body: `Your license key is on its way to ${email}. It arrives within minutes.`,
  }),
  reseller: (email) => ({
    title: 'Welcome, reseller',
    body: `Your sign-in for the reseller dashboard is on its way to ${email}. It arrives within minutes.`,
  }),
};

/** A discount code can leave nothing to pay. */
const isFree = ({ total }: KnownPayment) => total !== undefined && Number(total.amount) === 0;

function paidText(payment: KnownPayment): Text {
  const { product, email } = payment;
  const text = PAID[product](email ?? 'the email address you paid with');
  return product === 'main' && isFree(payment) ? { ...text, title: 'Order complete' } : text;
}

/** What the buyer has of the payment. */
const ACCESS: Record<Product, string> = { main: 'Your license', reseller: 'Your reseller account' };

export function textOf(payment: Payment): Text {
  switch (payment.state) {
    case 'paid':
      return paidText(payment);
    case 'processing':
      return {
        title: 'Your payment is being processed',
        body: `Some payment methods take a moment. This page updates automatically, and we email you${
          payment.email ? ` at ${payment.email}` : ''
        } when it’s done. You can close it.`,
      };
    case 'failed':
      return {
        title: 'The payment failed',
        body: 'You have not been charged. Please try again, or use another payment method.',
      };
    case 'not-completed':
    case 'open':
      return {
        title: 'Payment not completed',
        body: 'You came back before paying, so you have not been charged. The offer is still open.',
      };
    case 'expired':
      return {
        title: 'The payment page has expired',
        body: 'You have not been charged. You can start again at any time.',
      };
    case 'partly-refunded':
      return {
        title: 'Part of your payment was refunded',
        body: `${ACCESS[payment.product]} stays valid. Your bank shows the refund within a few days.`,
      };
    case 'refunded':
      if (isFree(payment)) {
        return {
          title: 'Your order has ended',
          body: `${ACCESS[payment.product]} has ended with it. You paid nothing.`,
        };
      }
      return {
        title: 'Your payment was refunded',
        body: `${ACCESS[payment.product]} has ended with it. Your bank shows the refund within a few days.`,
      };
    case 'disputed':
      return {
        title: 'Your bank is reviewing this payment',
        body: `${
          payment.product === 'main' ? 'Your license is suspended until the dispute is decided. ' : ''
        }If you did not mean to dispute the payment, tell your bank.`,
      };
    case 'lost':
      return {
        title: 'Your bank has paid you back',
        body: `${ACCESS[payment.product]} has ended, because the payment was reversed after a dispute.`,
      };
    case 'unknown':
      return {
        title: 'We can’t find this payment',
        body: 'This link doesn’t match any of our payments. If you paid, your email is on its way.',
      };
    case 'unreachable':
      return {
        title: 'We can’t check your payment right now',
        body: `If you have paid, nothing is lost: ${BRAND.name} emails you as soon as the payment is confirmed.`,
      };
    case 'checking':
      return { title: 'Checking your payment', body: 'One moment.' };
  }
}
