import { z } from 'zod';
import { KEY_FORM } from './read-license-key.ts';

/** A license key in its written form: eight groups of four characters, separated by dashes. */
export const LicenseKey = z.string().regex(KEY_FORM);
