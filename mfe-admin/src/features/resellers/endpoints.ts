import type {
  activateReseller,
  deactivateReseller,
  deleteReseller,
  editReseller,
  getReseller,
  inviteReseller,
  listResellers,
  resendWelcome,
  summariseResellers,
} from '@leadping/contracts/commerce/reseller-admin-routes';
import { endpoint } from '@leadping/web-kit/api/call';

export const readResellers = endpoint<typeof listResellers>('GET', '/api/admin/resellers');
export const countResellers = endpoint<typeof summariseResellers>('GET', '/api/admin/resellers/summary');
export const readReseller = endpoint<typeof getReseller>('GET', '/api/admin/resellers/:id');
export const invite = endpoint<typeof inviteReseller>('POST', '/api/admin/resellers');
export const edit = endpoint<typeof editReseller>('PUT', '/api/admin/resellers/:id');
export const remove = endpoint<typeof deleteReseller>('DELETE', '/api/admin/resellers/:id');
export const activate = endpoint<typeof activateReseller>('POST', '/api/admin/resellers/:id/activate');
export const deactivate = endpoint<typeof deactivateReseller>('POST', '/api/admin/resellers/:id/deactivate');
export const resendCredentials = endpoint<typeof resendWelcome>(
  'POST',
  '/api/admin/resellers/:id/resend-welcome',
);
