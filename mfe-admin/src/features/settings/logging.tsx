import type { Settings } from '@leadping/contracts/commerce/settings-routes';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Toggle } from './toggle.tsx';

export function Logging({ settings: { testMode, persistentLoggingEnabled } }: { settings: Settings }) {
  return (
    <Panel title="Logging" text="System logs are kept for 24 hours, errors until they are cleared.">
      <Toggle
        name="persistentLoggingEnabled"
        isOn={persistentLoggingEnabled}
        disabled={!testMode && !persistentLoggingEnabled}
        hint={
          testMode
            ? 'Keeps every system log until somebody clears it.'
            : 'Works in test mode only. Turn test mode on first.'
        }
      />
    </Panel>
  );
}
