import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import type { SectionProps } from './pricing.tsx';
import { SettingsForm } from './settings-form.tsx';

const TITLE = 'Chrome Web Store';

export function StoreAddress({ settings: { chromeWebStoreUrl } }: SectionProps) {
  // A guess in the form would replace the address when it is saved.
  if (chromeWebStoreUrl === null)
    return (
      <Panel
        title={TITLE}
        text="The licensing service is not responding. The address appears when it is back."
      />
    );
  return (
    <Panel title={TITLE} text="Where “Add to Chrome” leads, on success pages, in emails and in guides.">
      <SettingsForm
        label={TITLE}
        stored={{ chromeWebStoreUrl }}
        required={['chromeWebStoreUrl']}
        saveLabel="Update store URL"
      >
        <TextField
          name="chromeWebStoreUrl"
          label="Extension store URL"
          hint="It begins with https://chromewebstore.google.com/"
          type="url"
          spellCheck={false}
          autoComplete="off"
        />
      </SettingsForm>
    </Panel>
  );
}
