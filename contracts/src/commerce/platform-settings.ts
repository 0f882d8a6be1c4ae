import { DEFAULT_CLAIMS, type StoredClaims } from './claims.ts';
import { NO_TAX, type SellerTax } from './seller-tax.ts';
import { EMPTY_SELLER_DETAILS, type SellerDetails } from './seller-details.ts';

/** Stored values by kind. Prices are in US cents. */
export interface StoredValue {
  switch: boolean;
  price: number;
  emails: string[];
  seller: SellerDetails;
  claims: StoredClaims;
  tax: SellerTax;
}
export type SettingKind = keyof StoredValue;

type Setting = {
  [Kind in SettingKind]: {
    kind: Kind;
    initial: Readonly<StoredValue[Kind]>;
    label: string;
    hint?: string;
    /** Name in the audit log, if it is not the label. */
    auditName?: string;
  };
}[SettingKind];

/**
 * The platform's plain settings. Contract, model, save, show, audit names and form rows derive from this list. Without zod,
 * because pages load it.
 */
export const PLATFORM_SETTINGS = {
  testMode: { kind: 'switch', initial: false, label: 'Test mode' },
  persistentLoggingEnabled: { kind: 'switch', initial: false, label: 'Persistent logging' },
  mainProductPrice: {
    kind: 'price',
    initial: 7900,
    label: 'Main product price',
    auditName: 'the price',
  },
  resellerPrice: {
    kind: 'price',
    initial: 49_700,
    label: 'Reseller rights price',
    auditName: 'the price of reseller rights',
  },
  adminNotificationEmails: {
    kind: 'emails',
    initial: [],
    label: 'Admin notification emails',
    hint: 'Up to 20, separated by commas.',
    auditName: 'the notification addresses',
  },
  enableTicketNotifications: {
    kind: 'switch',
    initial: true,
    label: 'Ticket notifications',
    hint: 'An email for every new ticket and every customer reply.',
  },
  enableOrderNotifications: {
    kind: 'switch',
    initial: true,
    label: 'Order notifications',
    hint: 'An email for every paid order.',
  },
  refundsWithdrawals: {
    kind: 'switch',
    initial: false,
    label: 'Refund withdrawals automatically',
    hint: 'A buyer who withdraws within the guarantee or the right of withdrawal gets the money back at once. Otherwise it is a request on the order.',
  },
  asksConsent: {
    kind: 'switch',
    initial: false,
    label: 'Ask for consent to immediate delivery',
    hint: 'Before the payment page, buyers agree that the key is delivered at once and that their right of withdrawal ends with it. The email with the key confirms it. The guarantee remains.',
  },
  sellerDetails: { kind: 'seller', initial: EMPTY_SELLER_DETAILS, label: 'Seller details' },
  claims: { kind: 'claims', initial: DEFAULT_CLAIMS, label: 'Claims' },
  tax: { kind: 'tax', initial: NO_TAX, label: 'Tax' },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof PLATFORM_SETTINGS;
type KindOf<Key extends SettingKey> = (typeof PLATFORM_SETTINGS)[Key]['kind'];

/** One value for each plain setting, chosen by its kind. */
export type BySetting<Values extends Record<SettingKind, unknown>> = {
  -readonly [Key in SettingKey]: Values[KindOf<Key>];
};
export type StoredSettings = BySetting<StoredValue>;

/** The settings of one kind. */
export type SettingKeyOf<Kind extends SettingKind> = {
  [Key in SettingKey]: KindOf<Key> extends Kind ? Key : never;
}[SettingKey];

export const SETTING_KEYS = Object.keys(PLATFORM_SETTINGS) as SettingKey[];

/** The value that `values` has for the kind of each setting. */
export function bySetting<Values extends Record<SettingKind, unknown>>(values: Values): BySetting<Values> {
  const entries = SETTING_KEYS.map((key) => [key, values[PLATFORM_SETTINGS[key].kind]]);
  return Object.fromEntries(entries) as BySetting<Values>;
}

/** The secret settings, each with the field that stores it encrypted. They are shown as masks. */
export const SECRET_SETTINGS = {
  stripeLiveKey: 'sealedLiveKey',
  stripeTestKey: 'sealedTestKey',
  stripeLiveWebhookSecret: 'sealedLiveWebhookSecret',
  stripeTestWebhookSecret: 'sealedTestWebhookSecret',
} as const;

export type SecretKey = keyof typeof SECRET_SETTINGS;
export type SealedKey = (typeof SECRET_SETTINGS)[SecretKey];
export const SECRET_KEYS = Object.keys(SECRET_SETTINGS) as SecretKey[];

/** One value for each secret setting. */
export function bySecret<Value>(valueFor: (key: SecretKey) => Value): Record<SecretKey, Value> {
  return Object.fromEntries(SECRET_KEYS.map((key) => [key, valueFor(key)])) as Record<SecretKey, Value>;
}
