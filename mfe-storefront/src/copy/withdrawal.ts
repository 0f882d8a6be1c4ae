/** The button of the first step and that of the second have the words of Directive 2011/83/EU, Article 11a. */
export const WITHDRAWAL = {
  title: 'Withdraw from contract here',
  intro:
    'Consumers in the EU may withdraw from a purchase within 14 days, without a reason. A longer guarantee of the seller counts too. If you agreed to immediate delivery before you paid, this right has ended, and only the guarantee counts. You need no account.',
  next: 'Continue',
  note: 'The order number is on your receipt and in the email with your key.',
  support: 'Write to support',
  confirmTitle: 'Check your withdrawal',
  confirmText: 'You withdraw from the contract about this order:',
  confirm: 'Confirm withdrawal',
  change: 'Change',
  notSent: 'Your withdrawal was not received.',
  received: 'We received your withdrawal',
  receivedAt: 'It arrived on',
  mailed:
    'If this order was bought with this email address, a confirmation with the time is on its way there. It says what happens next.',
  noMail: 'No email within a few minutes? Check the order number and the address.',
} as const;
