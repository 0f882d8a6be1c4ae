import { RELEASE_ELEMENT_ID } from '@leadping/contracts/gateway/page';
import type { ReleaseDocument } from '@leadping/contracts/release';

/**
 * The release that this page was served with. A tab keeps it until reload. The gateway has validated it, so this
 * checks only the schema number and the page needs no schema library.
 */
export function readRelease(): ReleaseDocument {
  const text = document.getElementById(RELEASE_ELEMENT_ID)?.textContent;
  if (!text) throw new Error('The page carries no release document');
  const release = JSON.parse(text) as ReleaseDocument;
  if (release.schema !== 1) throw new Error(`The release document has schema ${String(release.schema)}`);
  return release;
}
