export {
  exportLicenses,
  listLicenses as readLicenses,
  createManualLicense as createLicense,
  correctEmailByAdmin as correctEmail,
  deactivateByAdmin as deactivateLicense,
  listDevicesByAdmin as listDevices,
  rotateKeyByAdmin as rotateKey,
} from '@leadping/contracts/endpoints/licensing/admin-license';
export { listResellers as readSellers } from '@leadping/contracts/endpoints/commerce/reseller-admin';
