import { GUARANTEE, RIGHTS_GUARANTEE_DAYS, SUPPORT_REPLY } from '../promises.ts';

/** Days of the money-back guarantee that a reseller may choose. 0 is none. */
export const GUARANTEE_DAYS = [0, 14, 30, 60] as const;
/** Hours within which a reseller may promise a reply. */
export const SUPPORT_REPLY_HOURS = [2, 24, 48, 72] as const;

/** A reseller's promises to buyers. Without zod, because pages load this file. */
export interface SellerPromises {
  guaranteeDays: (typeof GUARANTEE_DAYS)[number];
  supportReplyHours: (typeof SUPPORT_REPLY_HOURS)[number];
  /** Whether a withdrawal within the period is refunded automatically. Otherwise it is a request on the order. */
  refundsWithdrawals?: boolean | undefined;
  /** Whether buyers agree to immediate delivery before they pay, which ends their right of withdrawal. */
  asksConsent?: boolean | undefined;
}

/** The guarantee that the reseller program names. */
export const DEFAULT_PROMISES: SellerPromises = { guaranteeDays: 30, supportReplyHours: 2 };

/** The law still gives buyers rights of their own. */
export const NO_GUARANTEE = 'No money-back guarantee. Your rights by law are not affected.';

/** The promises of a page as texts. */
export interface PromiseTexts {
  /** `30-day money-back guarantee`. Null if there is none. */
  guarantee: string | null;
  /** `within 24 hours` */
  supportReply: string;
  /** Answers what happens if a buyer does not like it. */
  refund: string;
}

/** The texts of the platform's own pages. */
export function ownPromises(): PromiseTexts {
  const guarantee = `${GUARANTEE.landing} money-back guarantee`;
  return {
    guarantee,
    supportReply: SUPPORT_REPLY.landing,
    refund: refundText(guarantee, SUPPORT_REPLY.landing),
  };
}

/** The guarantee on reseller rights, as the page of the reseller program states it. */
export function rightsGuarantee(): { guarantee: string; guaranteeDays: number } {
  return {
    guarantee: `${GUARANTEE.resellerProgram} money-back guarantee`,
    guaranteeDays: RIGHTS_GUARANTEE_DAYS,
  };
}

/** The texts of a reseller's pages. */
export function resellerPromises(promises: SellerPromises): PromiseTexts {
  const { guaranteeDays, supportReplyHours, asksConsent = false } = promises;
  const guarantee = guaranteeDays === 0 ? null : `${guaranteeDays}-day money-back guarantee`;
  const supportReply = `within ${supportReplyHours} hours`;
  return { guarantee, supportReply, refund: refundText(guarantee, supportReply, asksConsent) };
}

const NO_REFUND =
  'This seller gives no money-back guarantee. Your rights by law, such as a right of withdrawal, are not affected.';
const NO_REFUND_WITH_CONSENT =
  'This seller gives no money-back guarantee. Before you pay, you agree to immediate delivery, which ends the right of withdrawal. Your other rights by law are not affected.';

function refundText(guarantee: string | null, supportReply: string, asksConsent = false): string {
  const promise = guarantee
    ? `Every license has a ${guarantee}.`
    : asksConsent
      ? NO_REFUND_WITH_CONSENT
      : NO_REFUND;
  return `${promise} Write to support from the address you bought with; we reply ${supportReply}.`;
}
