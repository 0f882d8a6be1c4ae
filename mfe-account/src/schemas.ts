/** The contracts that forms are held to, in one lazy file: the schema library is loaded once for all of them. */
export { changePassword } from '@leadping/contracts/identity/account-routes';
export {
  requestAddressChange,
  requestCustomerLink,
} from '@leadping/contracts/identity/customer-session-routes';
export { forgotPassword, resetPassword } from '@leadping/contracts/identity/password-reset-routes';
export { login, register } from '@leadping/contracts/identity/session-routes';
