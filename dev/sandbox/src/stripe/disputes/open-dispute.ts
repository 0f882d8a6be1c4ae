import { nowInSeconds } from '../../clock.ts';
import { randomText } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import type { BalanceTransaction, Charge, Dispute, Owned } from '../objects/types.ts';
import { recordBalance } from '../payments/record-balance.ts';

export const DISPUTE_FEE = 1_500;
const TEN_DAYS = 10 * 24 * 60 * 60;

/**
 * An inquiry is a request for information from the payer's bank and takes no money. A chargeback takes the money
 * back until the case is decided.
 */
export type DisputeKind = 'inquiry' | 'chargeback';

export function openDispute(
  sandbox: Sandbox,
  owned: Owned<Charge>,
  kind: DisputeKind = 'chargeback',
  reason = 'fraudulent',
): Dispute {
  const charge = owned.object;
  if (charge.status !== 'succeeded') throw new StripeError(`Charge ${charge.id} was not successful.`);
  if (charge.disputed)
    throw new StripeError(`Charge ${charge.id} is disputed already.`, { code: 'charge_disputed' });
  const id = `du_1${randomText(23)}`;
  const created = nowInSeconds();
  const isInquiry = kind === 'inquiry';
  const dispute: Dispute = {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: isInquiry ? [] : [withdraw(sandbox, owned, id)],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: buildEvidence(charge.billing_details.email),
    evidence_details: {
      due_by: created + TEN_DAYS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: isInquiry,
    livemode: owned.livemode,
    metadata: {},
    network_reason_code: '10',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: kind, network: 'visa', network_reason_code: '10' },
      type: 'card',
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  sandbox.store.disputes.put({ id, account: owned.account, livemode: owned.livemode, object: dispute });
  sandbox.store.charges.put({ ...owned, object: { ...charge, disputed: true } });
  recordEvent(sandbox, owned, 'charge.dispute.created', dispute);
  if (!isInquiry) recordEvent(sandbox, owned, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function withdraw(sandbox: Sandbox, owned: Owned<Charge>, disputeId: string): BalanceTransaction {
  const charge = owned.object;
  return recordBalance(sandbox, owned, {
    type: 'adjustment',
    amount: -charge.amount,
    currency: charge.currency,
    fee: DISPUTE_FEE,
    source: disputeId,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
}

function buildEvidence(email: string | null): Dispute['evidence'] {
  return {
    access_activity_log: null,
    appeal: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: email,
    customer_name: null,
    customer_purchase_ip: '127.0.0.1',
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
