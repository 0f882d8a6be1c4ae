/** One payment account in one mode: the platform's (`resellerId` null) or a reseller's. */
export interface PaymentAccount {
  resellerId: string | null;
  livemode: boolean;
}

/** The account that a reseller's stored keys open. */
export function accountOf(reseller: { _id: string; usesTestKeys: boolean }): PaymentAccount {
  return { resellerId: reseller._id, livemode: !reseller.usesTestKeys };
}

/** The name of an account in the database and in logs. */
export function accountName({ resellerId, livemode }: PaymentAccount): string {
  return `${resellerId ?? 'platform'}:${livemode ? 'live' : 'test'}`;
}

export function isSameAccount(a: PaymentAccount, b: PaymentAccount): boolean {
  return a.resellerId === b.resellerId && a.livemode === b.livemode;
}
