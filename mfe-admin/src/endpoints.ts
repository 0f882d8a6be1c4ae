/* The calls of this remote, by name only: their schemas stay on the server, which keeps these pages small. */
export {
  listReleases as readReleases,
  getReleaseStatus as readReleaseStatus,
  listReleaseHistory as readReleaseHistory,
  promoteRelease as promote,
  rollbackRelease as rollBack,
} from '@leadping/contracts/endpoints/gateway/release';
export { listViolations as readViolations } from '@leadping/contracts/endpoints/gateway/violation';
export { updateProfile as saveProfile } from '@leadping/contracts/endpoints/identity/account';
export {
  getSignInPolicy as readSignInPolicy,
  setSignInPolicy as writeSignInPolicy,
} from '@leadping/contracts/endpoints/identity/sign-in-policy';
