import { join } from 'node:path';

/** The checkout's root. */
export const ROOT = join(import.meta.dirname, '../../..');
/** Everything that the project keeps on this machine; deleting it is always safe for the code. */
export const DATA_FOLDER = join(ROOT, '.data');
