export {
  exportPersonalData as exportPerson,
  listErasures as readErasures,
  requestErasure as erasePerson,
} from '@leadping/contracts/endpoints/support/privacy';
