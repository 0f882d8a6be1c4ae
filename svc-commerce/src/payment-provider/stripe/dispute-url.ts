/** Stripe's dashboard shows test objects under `/test`. Ids have only word characters and hyphens. */
export function disputeUrl(disputeId: string, livemode: boolean): string {
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}disputes/${disputeId}`;
}
