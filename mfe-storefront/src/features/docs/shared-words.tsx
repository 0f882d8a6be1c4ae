import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { FIGURES } from '../../copy/figures.ts';

export function ExtensionNeeded() {
  return (
    <>
      {BRAND.name} installed and activated: <Link to="/docs/installation">the installation guide</Link> takes{' '}
      {FIGURES.setupTime}.
    </>
  );
}

export function NothingArrives() {
  return (
    <div>
      <dt>The button says it was sent, but nothing arrives</dt>
      <dd>
        Copy the URL from the tool again and compare it with the one in the extension, character by character.
        Usually its end is missing. If it matches,{' '}
        <Link to="/docs/troubleshooting-connection">find out why captures don’t arrive</Link>.
      </dd>
    </div>
  );
}

export function NoButton() {
  return (
    <div>
      <dt>Ping button not showing</dt>
      <dd>
        Refresh the page, be on a profile page (not the feed or a search), and check on the Chrome extensions
        page that the extension has permission on the networking site.
      </dd>
    </div>
  );
}
