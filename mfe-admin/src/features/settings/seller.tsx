import {
  EMPTY_SELLER_DETAILS,
  SELLER_FIELD_NAMES,
  type SellerDetails,
} from '@leadping/contracts/commerce/seller-details';
import { PLATFORM_SETTINGS } from '@leadping/contracts/commerce/platform-settings';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import {
  MissingSellerDetails,
  SellerFields,
  SellerState,
} from '@leadping/web-kit/dashboard/seller-fields.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import type { SectionProps } from './pricing.tsx';
import { useSaveSettings } from './use-settings.ts';

const ALIASES = Object.fromEntries(SELLER_FIELD_NAMES.map((name) => [`sellerDetails.${name}`, name]));

export function Seller({ settings }: SectionProps) {
  const details = settings.sellerDetails ?? EMPTY_SELLER_DETAILS;
  const save = useSaveSettings();
  return (
    <Panel
      title={PLATFORM_SETTINGS.sellerDetails.label}
      text="The legal notice, the terms and emails say who sells."
      action={<SellerState details={details} />}
    >
      <MissingSellerDetails details={details} />
      <UnsavedForm isSaving={save.isPending}>
        <ContractForm<SellerDetails>
          label={PLATFORM_SETTINGS.sellerDetails.label}
          schema={() => import('../../schemas.ts').then((schemas) => schemas.SellerDetails)}
          initial={details}
          error={save.error}
          aliases={ALIASES}
          onSubmit={(sellerDetails, reset) => save.mutate({ body: { sellerDetails } }, { onSuccess: reset })}
        >
          {(_, isChanged) => (
            <>
              <SellerFields />
              <SubmitButton isBusy={save.isPending} busy="Saving" disabled={!isChanged}>
                Save seller details
              </SubmitButton>
            </>
          )}
        </ContractForm>
      </UnsavedForm>
    </Panel>
  );
}
