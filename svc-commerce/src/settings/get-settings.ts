import type { CommerceContext } from '../context.ts';
import { SETTINGS_ID, type SettingsDocument } from './settings.model.ts';

/** The stored settings, or defaults if none were saved. */
export async function getSettings({
  settings,
}: Pick<CommerceContext, 'settings'>): Promise<SettingsDocument> {
  const stored = await settings.findById(SETTINGS_ID);
  return (stored ?? new settings({ _id: SETTINGS_ID })).toObject();
}

/** Test mode means something only with a test key; without one the live key is used. */
export function isTestModeOn(stored: Pick<SettingsDocument, 'testMode' | 'sealedTestKey'>): boolean {
  return stored.testMode && stored.sealedTestKey !== null;
}
