import { PLATFORM_SETTINGS } from '@leadping/contracts/commerce/platform-settings';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import type { SectionProps } from './pricing.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Toggle } from './toggle.tsx';

export function Notifications({ settings }: SectionProps) {
  const { postmarkConfigured, adminNotificationEmails } = settings;
  const provider = providerStatus(postmarkConfigured);
  return (
    <Panel
      title="Email and notifications"
      text={provider.text}
      action={<Badge tone={provider.tone}>{provider.state}</Badge>}
    >
      <Toggle name="enableTicketNotifications" isOn={settings.enableTicketNotifications} />
      <Toggle name="enableOrderNotifications" isOn={settings.enableOrderNotifications} />
      <SettingsForm
        label="Notification emails"
        stored={{ adminNotificationEmails }}
        saveLabel="Update emails"
      >
        <TextField
          name="adminNotificationEmails"
          label={PLATFORM_SETTINGS.adminNotificationEmails.label}
          placeholder="ada@example.com, grace@example.com"
          hint={PLATFORM_SETTINGS.adminNotificationEmails.hint}
        />
      </SettingsForm>
    </Panel>
  );
}

function providerStatus(isConfigured: boolean | null) {
  if (isConfigured === null) {
    return {
      tone: 'warning',
      state: 'Email provider unknown',
      text: 'The support service is not responding. Emails wait until it is back.',
    } as const;
  }
  return isConfigured
    ? ({
        tone: 'success',
        state: 'Email provider configured',
        text: 'Email goes out through Postmark.',
      } as const)
    : ({
        tone: 'danger',
        state: 'Email provider not configured',
        text: 'Set POSTMARK_SERVER_TOKEN and restart svc-support: until then no email goes out.',
      } as const);
}
