/**
 * A Google Apps Script that writes leads to the first sheet of its spreadsheet. The guide on webhooks
 * contains it as well.
 */
export const SHEET_SCRIPT = String.raw`const FIELDS = ['fullName', 'jobTitle', 'company', 'location', 'connections', 'profileUrl', 'email'];

function doPost(event) {
  const lead = JSON.parse(event.postData.contents);
  const lock = LockService.getScriptLock();
  lock.waitLock(10000);
  const sheet = SpreadsheetApp.getActive().getSheets()[0];
  if (sheet.getLastRow() === 0) sheet.appendRow(['capturedAt', ...FIELDS]);
  // A value that begins like a formula stays a text.
  const cells = FIELDS.map((field) => String(lead[field] ?? '').replace(/^(?=[=+\-@])/, "'"));
  sheet.appendRow([new Date(), ...cells]);
  SpreadsheetApp.flush();
  lock.releaseLock();
  return ContentService.createTextOutput('ok');
}
`;
