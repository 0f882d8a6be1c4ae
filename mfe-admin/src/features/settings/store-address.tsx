import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import type { SectionProps } from './pricing.tsx';
import { SettingsForm } from './settings-form.tsx';

export function StoreAddress({ settings: { chromeWebStoreUrl }, onUnsaved }: SectionProps) {
  return (
    <Panel
      title="Chrome Web Store"
      text="Where “Add to Chrome” leads, on success pages, in mails and in guides."
    >
      <SettingsForm
        label="Chrome Web Store"
        stored={{ chromeWebStoreUrl }}
        required={['chromeWebStoreUrl']}
        saveLabel="Update store URL"
        onUnsaved={onUnsaved}
      >
        <TextField
          name="chromeWebStoreUrl"
          label="Extension store URL"
          type="url"
          spellCheck={false}
          autoComplete="off"
        />
      </SettingsForm>
    </Panel>
  );
}
