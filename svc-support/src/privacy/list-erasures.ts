import type { Erasure } from '@leadping/contracts/support/privacy-routes';
import type { SupportContext } from '../context.ts';
import { showErasure } from './erase-person.ts';

const LISTED = 100;

/** The newest first. */
export async function listErasures({ erasures }: Pick<SupportContext, 'erasures'>): Promise<Erasure[]> {
  const found = await erasures.find().sort({ requestedAt: -1 }).limit(LISTED).lean();
  return found.map(showErasure);
}
