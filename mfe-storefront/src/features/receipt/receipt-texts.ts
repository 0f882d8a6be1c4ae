import type { Receipt } from '@leadping/contracts/commerce/receipt-routes';

/** What a buyer should know about the money besides the amounts. */
export const RECEIPT_NOTES: Partial<Record<Receipt['state'], string>> = {
  'partly-refunded': 'The seller has refunded a part of this payment.',
  refunded: 'The seller has refunded this payment in full.',
  disputed: 'The bank has taken this payment back until it has decided a dispute.',
  lost: 'The bank has paid this payment back after a dispute.',
};
