import { createHash } from 'node:crypto';

/** Compares addresses where the address itself is not to be stored. @param canonical from `canonicalEmail` */
export const hashEmail = (canonical: string) => createHash('sha256').update(canonical).digest('hex');
