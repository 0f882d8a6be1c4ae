import { BRAND } from '@leadping/contracts/brand';
import type { Payment, Product } from './use-payment.ts';

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

/** What each state of a payment reads: what happened, what is safe, what to do. */
export function textOf(payment: Payment): Text {
  switch (payment.state) {
    case 'paid':
      return PAID[payment.product](payment.email ?? 'the e-mail address of your payment');
    case 'processing':
      return {
        title: 'Your payment is being processed',
        body: `Some ways of paying take a moment. This page looks again by itself, and you get an e-mail${
          payment.email ? ` at ${payment.email}` : ''
        } as soon as it is done. You can close it.`,
      };
    case 'failed':
      return {
        title: 'The payment failed',
        body: 'You have not been charged. Please try again, or with another way of paying.',
      };
    case 'not-completed':
      return {
        title: 'Payment not completed',
        body: 'You came back before paying, and you have not been charged. The offer still stands.',
      };
    case 'unknown':
      return {
        title: 'We do not know this payment',
        body: 'The address of this page names no payment of ours. If you have paid, your e-mail is on its way.',
      };
    case 'unreachable':
      return {
        title: 'We cannot check your payment right now',
        body: `If you have paid, nothing is lost: ${BRAND.name} sends your e-mail as soon as the payment is known.`,
      };
    case 'checking':
      return { title: 'Checking your payment', body: 'One moment.' };
  }
}
