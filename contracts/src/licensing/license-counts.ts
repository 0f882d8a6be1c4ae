import { z } from 'zod';

/** Licenses of a dashboard's cards. */
export const LicenseCounts = z.object({
  total: z.int(),
  active: z.int(),
  /** Those that are neither revoked nor of a test or trial. Absent in replies of earlier releases. */
  counted: z.int().optional(),
});
