import type Stripe from 'stripe';
import type { StripeAccount } from './account.ts';

/** The account as its own key sees it. */
export function renderAccount(account: StripeAccount): Stripe.Account {
  return {
    id: account.id,
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: account.name,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: 'company',
    capabilities: { card_payments: 'active', sepa_debit_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    controller: { type: 'account' },
    country: 'US',
    created: account.created,
    default_currency: 'usd',
    details_submitted: true,
    email: 'owner@sandbox.example',
    future_requirements: noRequirements(),
    metadata: {},
    payouts_enabled: true,
    requirements: noRequirements(),
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: account.name, timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: 'SANDBOX',
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
    },
    type: 'standard',
  };
}

function noRequirements() {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [],
    disabled_reason: null,
    errors: [],
    eventually_due: [],
    past_due: [],
    pending_verification: [],
  };
}
