import {
  missingSellerDetails,
  SELLER_FIELD_NAMES,
  SELLER_FIELDS,
  type SellerDetails,
  type SellerFieldName,
} from '@leadping/contracts/commerce/seller-details';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import { Alert } from '@leadping/web-kit/ui/core';
import type { ComponentProps } from 'react';

const INPUTS: Partial<Record<SellerFieldName, Partial<ComponentProps<typeof TextField>>>> = {
  legalName: { autoComplete: 'organization' },
  address: { rows: 3 },
  country: { autoComplete: 'country-name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
};

/** The fields of a form for seller details. What the law requires is not marked optional, but can be added later. */
export function SellerFields() {
  return SELLER_FIELD_NAMES.map((name) => {
    const { label, hint, isNeeded }: { label: string; hint?: string; isNeeded: boolean } =
      SELLER_FIELDS[name];
    return (
      <TextField key={name} name={name} label={label} hint={hint} required={isNeeded} {...INPUTS[name]} />
    );
  });
}

export function SellerState({ details }: { details: SellerDetails }) {
  const count = missingSellerDetails(details).length;
  return <Badge tone={count ? 'warning' : 'success'}>{count ? `${count} missing` : 'Complete'}</Badge>;
}

/** What is missing, and what buyers see meanwhile. */
export function MissingSellerDetails({ details }: { details: SellerDetails }) {
  const missing = missingSellerDetails(details);
  if (missing.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`Missing: ${missing.join(', ').toLowerCase()}`}
      description="Buyers have a right to know who sells. Until you add this, your legal notice says that it is not provided yet."
      style={{ marginBottom: 16 }}
    />
  );
}
