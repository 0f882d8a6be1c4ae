import { useEffect, useState } from 'react';
import { ConfirmChange } from '../features/my/confirm-change.tsx';
import { MyLeadping } from '../features/my/my-leadping.tsx';
import { OpenLink } from '../features/my/open-link.tsx';

/** The token of a mailed link. It is taken out of the address, so that no history or screenshot keeps it. */
function readLink(): { kind: 'link' | 'change'; token: string } | null {
  const [, kind, token = ''] = /^#(link|change)=([\w-]+)$/.exec(location.hash) ?? [];
  return kind === 'link' || kind === 'change' ? { kind, token } : null;
}

export default function MyPage() {
  const [link, setLink] = useState(readLink);
  useEffect(() => {
    const take = () => {
      const found = readLink();
      if (!found) return;
      setLink(found);
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    // A link that is opened while this page is open changes only the fragment.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  const leave = () => setLink(null);
  if (link?.kind === 'link') return <OpenLink key={link.token} token={link.token} onLeave={leave} />;
  if (link?.kind === 'change') return <ConfirmChange key={link.token} token={link.token} onLeave={leave} />;
  return <MyLeadping />;
}
