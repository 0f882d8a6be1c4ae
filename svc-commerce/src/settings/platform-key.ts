import type { CommerceContext } from '../context.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import type { SettingsDocument } from './settings.model.ts';

/** The secret key of the platform's payment account in this mode; null if none was saved. */
export function platformKey(
  { sealer }: Pick<CommerceContext, 'sealer'>,
  settings: SettingsDocument,
  livemode: boolean,
): string | null {
  return openSecret(sealer, 'settings', settings, livemode ? 'sealedLiveKey' : 'sealedTestKey');
}
