import { PLATFORM_SETTINGS } from '@leadping/contracts/commerce/platform-settings';
import { NO_TAX, type SellerTax } from '@leadping/contracts/commerce/seller-tax';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { TAX_ALIASES, TAX_PANEL_TEXT, TaxFields, TaxState } from '@leadping/web-kit/dashboard/tax-fields.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import type { SectionProps } from './pricing.tsx';
import { useSaveSettings } from './use-settings.ts';

export function Tax({ settings }: SectionProps) {
  const tax = settings.tax ?? NO_TAX;
  const save = useSaveSettings();
  return (
    <Panel title={PLATFORM_SETTINGS.tax.label} text={TAX_PANEL_TEXT} action={<TaxState tax={tax} />}>
      <UnsavedForm isSaving={save.isPending}>
        <ContractForm
          label={PLATFORM_SETTINGS.tax.label}
          schema={() => import('../../schemas.ts').then((schemas) => schemas.SellerTax)}
          initial={{ ...tax }}
          error={save.error}
          aliases={TAX_ALIASES}
          onSubmit={(typed: SellerTax, reset) =>
            save.mutate({ body: { tax: { ...tax, ...typed } } }, { onSuccess: reset })
          }
        >
          {(values, isChanged) => (
            <>
              <TaxFields values={values} />
              <SubmitButton isBusy={save.isPending} busy="Trying it at Stripe" disabled={!isChanged}>
                Save tax
              </SubmitButton>
            </>
          )}
        </ContractForm>
      </UnsavedForm>
    </Panel>
  );
}
