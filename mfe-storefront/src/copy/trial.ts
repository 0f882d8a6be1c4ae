import { BRAND } from '@leadping/contracts/brand';

export const TRIAL = {
  title: `Try ${BRAND.name} for 7 days`,
  intro:
    'Enter your email address, and we send you a key that works for seven days. It costs nothing, needs no card and ends by itself.',
  facts: [
    'Each mailbox and each browser gets one trial.',
    'The extension shows how many days are left.',
    'After the trial your settings and captures stay in your browser. Paste the key of a license, and everything continues.',
  ],
  label: 'Email address',
  send: 'Send me a trial key',
  sent: 'Check your mailbox',
  mailed:
    'If this mailbox had no trial yet, a key is on its way there. The key is only in that email, and its seven days have begun.',
  noMail: 'No email within a few minutes?',
  support: 'Write to support',
  closed: 'No trials are offered at the moment.',
  buy: `Buy ${BRAND.name}`,
  notSent: 'Nothing was sent.',
} as const;
