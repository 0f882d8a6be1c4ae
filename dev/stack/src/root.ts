import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
/** All local data of the project. Deleting it never affects the code. */
export const DATA_FOLDER = join(ROOT, '.data');
