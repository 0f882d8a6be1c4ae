import type { WithdrawalObstacle, WithdrawalOutcome } from '@leadping/contracts/commerce/order-events';

/** The buyer's withdrawal from the contract. There is at most one. */
export interface Withdrawal {
  /** By the server's clock. */
  receivedAt: Date;
  /** As the buyer typed it, `''` if they left it empty. */
  name: string;
  outcome: WithdrawalOutcome;
  /** Whether the right of withdrawal had ended by consent, so that only the guarantee counted. */
  isWaived?: boolean;
  /** Why the payment cannot be refunded. Absent if it can. */
  obstacle?: WithdrawalObstacle;
  /** Whether it is in time only if public holidays extended the period. Absent otherwise. */
  isPastPeriod?: boolean;
  /** When the seller said that a request needs nothing else. Absent until then. */
  answeredAt?: Date;
}
