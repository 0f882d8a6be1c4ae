import type { Settings } from '@leadping/contracts/commerce/settings-routes';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Toggle } from './toggle.tsx';

export function Withdrawals({ settings }: { settings: Settings }) {
  return (
    <Panel
      title="Withdrawals"
      text="Buyers withdraw at /withdraw with their order number and email address. The confirmation is emailed to them, and you get a notice."
    >
      <Toggle name="refundsWithdrawals" isOn={settings.refundsWithdrawals} />
      <Toggle name="asksConsent" isOn={settings.asksConsent} />
    </Panel>
  );
}
