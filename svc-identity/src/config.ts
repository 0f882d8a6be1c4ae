import { Username } from '@leadping/contracts/identity/session-routes';
import { EmailAddress } from '@leadping/contracts/email-address';
import { Flag, KeyList, ServiceConfig } from '@leadping/service-kit/process/config';
import { z } from 'zod';
import { isCommonPassword } from './passwords/common-passwords.ts';

export const IdentityConfig = ServiceConfig.extend({
  /** Seals one-time passwords and links on their way into a mail: shared by identity and support. */
  CREDENTIAL_SEAL_KEYS: KeyList,
  /** The admin of the first start. These three variables are ignored once an admin exists. */
  ADMIN_USERNAME: Username.default('admin'),
  ADMIN_EMAIL: EmailAddress.default('admin@example.com'),
  /** Without one a password is generated and printed once. */
  ADMIN_PASSWORD: z.string().min(6).max(200).optional(),
  /** Whether admins and support staff need a second factor, until an admin sets it in the profile. */
  STAFF_NEEDS_SECOND_FACTOR: Flag.default(true),
}).superRefine((config, issues) => {
  const { NODE_ENV, ADMIN_PASSWORD } = config;
  if (NODE_ENV === 'production' && ADMIN_PASSWORD !== undefined && isCommonPassword(ADMIN_PASSWORD)) {
    issues.addIssue({
      code: 'custom',
      path: ['ADMIN_PASSWORD'],
      message: 'is one of the most common passwords',
    });
  }
});
export type IdentityConfig = z.infer<typeof IdentityConfig>;
