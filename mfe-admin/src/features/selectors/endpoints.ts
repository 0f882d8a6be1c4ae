export {
  getPublicSelectors,
  getSelectors as readSelectors,
  listFieldFailures as readFieldFailures,
  saveSelectors as writeSelectors,
  listSelectorsVersions as readVersions,
  restoreSelectors as restoreVersion,
} from '@leadping/contracts/endpoints/licensing/selectors';
