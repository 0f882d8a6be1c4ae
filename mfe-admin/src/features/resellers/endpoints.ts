export {
  getResellerQuota as readQuota,
  changeResellerLimits as saveLimits,
} from '@leadping/contracts/endpoints/licensing/quota';
export { revokeLicensesOfReseller as revokeLicenses } from '@leadping/contracts/endpoints/licensing/admin-license';
export {
  listResellers as readResellers,
  summarizeResellers as countResellers,
  getReseller as readReseller,
  inviteReseller as invite,
  editReseller as edit,
  deleteReseller as remove,
  activateReseller as activate,
  deactivateReseller as deactivate,
  resendWelcome as resendCredentials,
} from '@leadping/contracts/endpoints/commerce/reseller-admin';
