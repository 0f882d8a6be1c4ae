export {
  listLicenses as readLicenses,
  createManualLicense as createLicense,
  deactivateByAdmin as deactivateLicense,
} from '@leadping/contracts/endpoints/licensing/admin-license';
