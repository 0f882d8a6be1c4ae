import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import type { SectionProps } from './pricing.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Toggle } from './toggle.tsx';

export function Notifications({ settings, onUnsaved }: SectionProps) {
  const { postmarkConfigured, adminNotificationEmails } = settings;
  return (
    <Panel
      title="Email and notifications"
      text={
        postmarkConfigured
          ? 'Mail goes out through Postmark.'
          : 'Set POSTMARK_SERVER_TOKEN and restart svc-support: until then no mail goes out.'
      }
      action={
        <Badge tone={postmarkConfigured ? 'success' : 'danger'}>
          {postmarkConfigured ? 'Email provider configured' : 'Email provider not configured'}
        </Badge>
      }
    >
      <Toggle
        name="enableTicketNotifications"
        label="Ticket notifications"
        hint="An email for every new ticket and every reply of a customer."
        isOn={settings.enableTicketNotifications}
      />
      <Toggle
        name="enableOrderNotifications"
        label="Order notifications"
        hint="An email for every paid order, refund and dispute."
        isOn={settings.enableOrderNotifications}
      />
      <SettingsForm
        label="Notification emails"
        stored={{ adminNotificationEmails }}
        saveLabel="Update emails"
        onUnsaved={onUnsaved}
      >
        <TextField
          name="adminNotificationEmails"
          label="Admin notification emails"
          placeholder="ada@example.com, grace@example.com"
          hint="Up to 20, separated by commas."
        />
      </SettingsForm>
    </Panel>
  );
}
