// Written by `npm run openapi` from `gateway/release-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../gateway/release-routes.ts';

export const createPreview: Endpoint<typeof routes.createPreview> = {
  method: 'POST',
  path: '/api/admin/releases/preview',
};
export const getAutomaticRollback: Endpoint<typeof routes.getAutomaticRollback> = {
  method: 'GET',
  path: '/api/admin/releases/automatic-rollback',
};
export const getReleaseStatus: Endpoint<typeof routes.getReleaseStatus> = {
  method: 'GET',
  path: '/api/admin/releases/status',
};
export const getReleasedBuild: Endpoint<typeof routes.getReleasedBuild> = {
  method: 'GET',
  path: '/api/admin/releases/:app/:version/build',
};
export const listReleaseHistory: Endpoint<typeof routes.listReleaseHistory> = {
  method: 'GET',
  path: '/api/admin/releases/history',
};
export const listReleases: Endpoint<typeof routes.listReleases> = {
  method: 'GET',
  path: '/api/admin/releases',
};
export const promoteRelease: Endpoint<typeof routes.promoteRelease> = {
  method: 'POST',
  path: '/api/admin/releases/promote',
};
export const publishRelease: Endpoint<typeof routes.publishRelease> = {
  method: 'POST',
  path: '/api/admin/releases',
};
export const retireRelease: Endpoint<typeof routes.retireRelease> = {
  method: 'POST',
  path: '/api/admin/releases/retire',
};
export const rollbackRelease: Endpoint<typeof routes.rollbackRelease> = {
  method: 'POST',
  path: '/api/admin/releases/rollback',
};
export const setAutomaticRollback: Endpoint<typeof routes.setAutomaticRollback> = {
  method: 'PUT',
  path: '/api/admin/releases/automatic-rollback',
};
export const uploadReleaseFile: Endpoint<typeof routes.uploadReleaseFile> = {
  method: 'PUT',
  path: '/api/admin/releases/:app/:version/files',
};
