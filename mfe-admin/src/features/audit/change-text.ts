import { PLATFORM_SETTINGS, type SettingKind } from '@leadping/contracts/commerce/platform-settings';
import { CURRENCIES, type CurrencyCode, formatMoney } from '@leadping/contracts/currency';
import type { AuditChange, AuditValue } from '@leadping/contracts/support/audit-events';

/** Labels of the fields that change most. Other fields use their own names, split into words. */
const NAMES: Readonly<Record<string, string>> = {
  productPrice: 'the price',
  newPassword: 'the password',
  orderWebhookUrl: 'the order webhook',
  orderWebhookEvents: 'the events of the order webhook',
  customerEmail: "the customer's email address",
  email: 'the email address',
  businessName: 'the business name',
  isActive: 'whether it is active',
  status: 'the status',
  assignedTo: 'who it is assigned to',
  responseId: 'the reply',
  logoName: 'the logo',
  version: 'the version',
  deletedAt: 'when it was deleted',
};
/** In the smallest unit of the reseller's currency. Newer entries name the currency even if it did not change. */
const RESELLER_PRICE = 'productPrice';
/** Fields that only prove who makes a change. */
const PROOFS = new Set(['currentPassword']);
const HIDDEN = '(hidden)';
/** A secret is stored in a field with this prefix but named without it: `sealedSecretKey` is the secret key. */
const SEALED = /^sealed/;
const ISO_DATE = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export function nameOfField(field: string): string {
  const setting = findSetting(field);
  const known = NAMES[field] ?? setting?.auditName ?? setting?.label.toLowerCase();
  if (known) return known;
  const words = field
    .replace(SEALED, '')
    .replaceAll('.', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `the ${words.trim()}`;
}

function findSetting(field: string) {
  const settings: Readonly<Record<string, { kind: SettingKind; label: string; auditName?: string }>> =
    PLATFORM_SETTINGS;
  return Object.hasOwn(settings, field) ? settings[field] : undefined;
}

/** The name as a label: `Price`. */
export function labelOfField(field: string): string {
  if (field === 'isActive') return 'Active';
  const name = nameOfField(field).replace(/^the /, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The changes of an entry for display, with amounts in their currency and without passwords that only proved an
 * identity.
 */
export function readableChanges(changes: readonly AuditChange[]): AuditChange[] {
  const currency = changes.find(({ field }) => field === 'currency');
  return changes
    .filter((change) => !PROOFS.has(change.field) && (change !== currency || change.before !== change.after))
    .map((change) =>
      change.field === RESELLER_PRICE
        ? {
            ...change,
            before: priceText(change.before, currency?.before),
            after: priceText(change.after, currency?.after),
          }
        : change,
    );
}

function priceText(amountMinor: AuditValue, currency: AuditValue | undefined): AuditValue {
  if (typeof amountMinor !== 'number') return amountMinor;
  const known = CURRENCIES.find((code) => code === currency) satisfies CurrencyCode | undefined;
  return known ? formatMoney({ amountMinor, currency: known }) : `${amountMinor} (smallest unit)`;
}

/** A value for display: money with its currency, yes and no, dates in the reader's time zone. */
export function valueText(field: string, value: AuditValue): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') {
    return findSetting(field)?.kind === 'price'
      ? formatMoney({ amountMinor: value, currency: 'USD' })
      : String(value);
  }
  if (ISO_DATE.test(value)) return new Date(value).toLocaleString();
  return value === 'in_progress' ? 'in progress' : value;
}

/** One change as a sentence: `Changed the price from $79 to $69`. */
export function changeText({ field, before, after }: AuditChange): string {
  const name = nameOfField(field);
  if (field === 'responseId') return 'Replied to the customer';
  if (before === HIDDEN || after === HIDDEN) {
    if (after === null || after === '') return `Removed ${name}`;
    if (field === 'newPassword') return `Changed ${name}`;
    return before === null || before === '' ? `Set ${name}` : `Replaced ${name}`;
  }
  if (field === 'isActive') return after === true ? 'Activated' : 'Deactivated';
  if (typeof after === 'boolean') return `Turned ${name} ${after ? 'on' : 'off'}`;
  if (before === null || before === '') return `Set ${name} to ${valueText(field, after)}`;
  if (after === null || after === '') return `Removed ${name}, which was ${valueText(field, before)}`;
  return `Changed ${name} from ${valueText(field, before)} to ${valueText(field, after)}`;
}
