import type {
  createDiscountCode,
  createResellerDiscountCode,
} from '@leadping/contracts/endpoints/commerce/discount-code';
import { CODE_LENGTH } from '@leadping/contracts/commerce/discount-code';
import type { CurrencyCode } from '@leadping/contracts/currency';
import { useToast } from '@leadping/web-kit/shell';
import { Radio } from '@leadping/web-kit/ui/form';
import type { Callable } from '../api/call.ts';
import { useWrite } from '../api/hooks.ts';
import { ContractForm } from '../form/contract-form.tsx';
import { Field, SubmitButton, TextField } from '../form/fields.tsx';
import type { LoadSchema } from '../form/schema-facts.ts';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { productName } from './product-name.ts';

interface Values extends Record<string, unknown> {
  code: string;
  productType: 'main_product' | 'reseller_rights';
  kind: 'percent' | 'amount';
  percent: string;
  amount: string;
  /** A day of the reader's calendar, such as `2026-12-24`. Empty without an end. */
  expiresAt: string;
  maxUses: string;
}

const EMPTY: Values = {
  code: '',
  productType: 'main_product',
  kind: 'percent',
  percent: '',
  amount: '',
  expiresAt: '',
  maxUses: '',
};

const numberIn = (text: string) => (text.trim() === '' ? undefined : Number(text));

/** The end of a day in the reader's time zone. */
function endOfDay(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

function asSent({ code, kind, percent, amount, expiresAt, maxUses }: Values) {
  return {
    code,
    percent: kind === 'percent' ? numberIn(percent) : undefined,
    amount: kind === 'amount' ? amount : undefined,
    expiresAt: expiresAt === '' ? undefined : endOfDay(expiresAt),
    maxUses: numberIn(maxUses),
  };
}

const CHOICES = { display: 'grid', gap: 8 } as const;

interface DiscountCodeFormProps {
  create: typeof createDiscountCode | typeof createResellerDiscountCode;
  schema: LoadSchema;
  /** Whether the seller sells reseller rights too. */
  hasRights: boolean;
  currency: CurrencyCode;
  invalidates: readonly Callable[];
  onClose: () => void;
}

export function DiscountCodeForm(props: DiscountCodeFormProps) {
  const { create, schema, hasRights, currency, invalidates, onClose } = props;
  const toast = useToast();
  const onError = useFailureToast('No code was created');
  const write = useWrite(create, {
    invalidates,
    onSuccess: ({ code }) => {
      toast({ title: `Code ${code} created`, description: 'Copy its link from the list.', tone: 'success' });
      onClose();
    },
    onError,
  });
  const withProduct = (values: Values) => ({
    ...asSent(values),
    ...(hasRights && { productType: values.productType }),
  });
  return (
    <ContractForm<Values>
      label="New discount code"
      schema={schema}
      initial={EMPTY}
      asSent={withProduct}
      error={write.error}
      onSubmit={(values) => write.mutate({ body: withProduct(values) })}
    >
      {({ kind }) => (
        <>
          <TextField
            name="code"
            label="Code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            mono
            hint={`${CODE_LENGTH.min} to ${CODE_LENGTH.max} letters, digits and dashes, in any case. Choose one that is hard to guess if not everybody may use it.`}
          />
          {hasRights && (
            <Field name="productType" label="Valid for" required>
              <Radio.Group
                style={CHOICES}
                options={[
                  { value: 'main_product', label: productName('main_product') },
                  { value: 'reseller_rights', label: productName('reseller_rights') },
                ]}
              />
            </Field>
          )}
          <Field name="kind" label="Discount" required>
            <Radio.Group
              style={CHOICES}
              options={[
                { value: 'percent', label: 'A percentage of the price' },
                { value: 'amount', label: 'An amount' },
              ]}
            />
          </Field>
          {kind === 'percent' ? (
            <TextField
              name="percent"
              label="Percentage"
              inputMode="numeric"
              autoComplete="off"
              required
              suffix="%"
              hint="From 1 to 100. With 100 the buyer pays nothing and enters no card."
            />
          ) : (
            <TextField
              name="amount"
              label={`Amount in ${currency}`}
              inputMode="decimal"
              autoComplete="off"
              required
              hint="Less than the price, or at least the price to give it away. The rest must not be below Stripe’s smallest payment."
            />
          )}
          <TextField
            name="expiresAt"
            label="Last day"
            type="date"
            required={false}
            hint="The code ends with this day in your time zone. Leave it empty for a code without an end."
          />
          <TextField
            name="maxUses"
            label="Maximum uses"
            inputMode="numeric"
            autoComplete="off"
            required={false}
            hint="Paid orders of all buyers together. Leave it empty for a code without a limit."
          />
          <SubmitButton isBusy={write.isPending} busy="Trying it at Stripe">
            Create code
          </SubmitButton>
        </>
      )}
    </ContractForm>
  );
}
