import type {
  getReleaseStatus,
  listReleaseHistory,
  listReleases,
  promoteRelease,
  rollbackRelease,
} from '@leadping/contracts/gateway/release-routes';
import type { changePassword, updateProfile } from '@leadping/contracts/identity/account-routes';
import type { verifyEmail } from '@leadping/contracts/identity/email-verification-routes';
import type { forgotPassword, resetPassword } from '@leadping/contracts/identity/password-reset-routes';
import { endpoint } from '@leadping/web-kit/api/call';

/** The calls of this remote, by name only: their schemas stay on the server, which keeps these pages small. */
export const requestReset = endpoint<typeof forgotPassword>('POST', '/api/auth/forgot-password');
export const setNewPassword = endpoint<typeof resetPassword>('POST', '/api/auth/reset-password');
export const confirmEmail = endpoint<typeof verifyEmail>('POST', '/api/user/verify-email');
export const saveProfile = endpoint<typeof updateProfile>('PUT', '/api/user/profile');
export const savePassword = endpoint<typeof changePassword>('PUT', '/api/user/password');

export const readReleases = endpoint<typeof listReleases>('GET', '/api/admin/releases');
export const readReleaseStatus = endpoint<typeof getReleaseStatus>('GET', '/api/admin/releases/status');
export const readReleaseHistory = endpoint<typeof listReleaseHistory>('GET', '/api/admin/releases/history');
export const promote = endpoint<typeof promoteRelease>('POST', '/api/admin/releases/promote');
export const rollBack = endpoint<typeof rollbackRelease>('POST', '/api/admin/releases/rollback');
