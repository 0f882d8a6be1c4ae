interface SellerField {
  label: string;
  maxLength: number;
  hint?: string;
  /** The law requires it. Without it, a page says that it is missing. */
  isNeeded: boolean;
}

/** What pages and emails state about the seller. Without zod, because pages load this file. */
export const SELLER_FIELDS = {
  legalName: {
    label: 'Legal name',
    maxLength: 200,
    hint: 'The company or person who sells, as registered.',
    isNeeded: true,
  },
  address: {
    label: 'Address',
    maxLength: 400,
    hint: 'Street, postal code and city. A post box is not enough.',
    isNeeded: true,
  },
  country: { label: 'Country', maxLength: 100, isNeeded: true },
  email: { label: 'Contact email', maxLength: 254, hint: 'Buyers’ replies go here.', isNeeded: true },
  phone: {
    label: 'Contact phone',
    maxLength: 50,
    hint: 'With the country code: +49 30 123456',
    isNeeded: true,
  },
  registerNumber: {
    label: 'Register number',
    maxLength: 100,
    hint: 'Register and number, if you have one: HRB 12345, Berlin',
    isNeeded: false,
  },
  taxNumber: {
    label: 'Tax number',
    maxLength: 100,
    hint: 'Your VAT ID or tax number, if you have one.',
    isNeeded: false,
  },
} as const satisfies Record<string, SellerField>;

export type SellerFieldName = keyof typeof SELLER_FIELDS;
export const SELLER_FIELD_NAMES = Object.keys(SELLER_FIELDS) as SellerFieldName[];
/** Empty texts are not provided yet. */
export type SellerDetails = Record<SellerFieldName, string>;

export const EMPTY_SELLER_DETAILS: SellerDetails = {
  legalName: '',
  address: '',
  country: '',
  email: '',
  phone: '',
  registerNumber: '',
  taxNumber: '',
};

/** Labels of the needed details that are empty. */
export function missingSellerDetails(details: SellerDetails): string[] {
  return SELLER_FIELD_NAMES.filter((name) => SELLER_FIELDS[name].isNeeded && details[name] === '').map(
    (name) => SELLER_FIELDS[name].label,
  );
}

/** `Not provided yet: legal name, address.` Empty if nothing is missing. */
export function missingDetailsText(details: SellerDetails): string {
  const missing = missingSellerDetails(details);
  return missing.length === 0 ? '' : `Not provided yet: ${missing.join(', ').toLowerCase()}.`;
}

/** `Acme GmbH, Germany`. Empty without a legal name. */
export function sellerLine({ legalName, country }: SellerDetails): string {
  return legalName && [legalName, country].filter(Boolean).join(', ');
}

/** The provided details that are plain text, by label. */
export function sellerFacts(details: SellerDetails): { name: string; value: string }[] {
  const { email: _email, phone: _phone, ...texts } = details;
  return Object.entries(texts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ name: SELLER_FIELDS[name as keyof typeof texts].label, value }));
}

/** The provided contacts as links. The phone number has only characters that the contract allows. */
export function sellerLinks({ email, phone }: SellerDetails): { name: string; href: string; text: string }[] {
  const mail = {
    name: SELLER_FIELDS.email.label,
    href: `mailto:${encodeURIComponent(email).replace('%40', '@')}`,
    text: email,
  };
  const call = {
    name: SELLER_FIELDS.phone.label,
    href: `tel:${phone.replaceAll(/[^+\d]/g, '')}`,
    text: phone,
  };
  return [...(email ? [mail] : []), ...(phone ? [call] : [])];
}
