import { PLATFORM_SETTINGS, type SettingKeyOf } from '@leadping/contracts/commerce/platform-settings';
import type { Settings } from '@leadping/contracts/commerce/settings-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Field } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { InputNumber } from '@leadping/web-kit/ui/form';
import { SettingsForm } from './settings-form.tsx';

export interface SectionProps {
  settings: Settings;
}

const dollars = (cents: number) => toDecimal({ amountMinor: cents, currency: 'USD' });

export function Pricing({ settings }: SectionProps) {
  return (
    <Panel title="Pricing" text="What new checkouts charge, in US dollars. Open checkouts keep their price.">
      <SettingsForm
        label="Pricing"
        stored={{
          mainProductPrice: dollars(settings.mainProductPrice),
          resellerPrice: dollars(settings.resellerPrice),
        }}
        required={['mainProductPrice', 'resellerPrice']}
        saveLabel="Update prices"
      >
        <div className={form.pair}>
          <Price name="mainProductPrice" />
          <Price name="resellerPrice" />
        </div>
      </SettingsForm>
    </Panel>
  );
}

function Price({ name }: { name: SettingKeyOf<'price'> }) {
  return (
    <Field name={name} label={PLATFORM_SETTINGS[name].label}>
      <InputNumber<string>
        prefix="$"
        min="0"
        step="0.01"
        precision={2}
        stringMode
        style={{ width: '100%' }}
      />
    </Field>
  );
}
