import { z } from 'zod';

/** The figures of a dashboard's license cards. */
export const LicenseCounts = z.object({
  total: z.int(),
  active: z.int(),
  /** Without revoked licenses, tests and trials. Absent in replies of earlier releases. */
  counted: z.int().optional(),
});
