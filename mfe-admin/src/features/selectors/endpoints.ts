export {
  getPublicSelectors,
  getSelectors as readSelectors,
  saveSelectors as writeSelectors,
  listSelectorsVersions as readVersions,
  restoreSelectors as restoreVersion,
} from '@leadping/contracts/endpoints/licensing/selectors';
export { getCaptureHealth as readCaptureHealth } from '@leadping/contracts/endpoints/licensing/capture-report';
