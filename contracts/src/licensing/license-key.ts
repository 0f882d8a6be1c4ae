import { z } from 'zod';
import { KEY_FORM } from './read-license-key.ts';

/** A license key as it is written: eight groups of four, separated by dashes. */
export const LicenseKey = z.string().regex(KEY_FORM);
