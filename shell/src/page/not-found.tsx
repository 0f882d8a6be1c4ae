import { Link } from '@leadping/web-kit/router';
import { Notice } from './notice.tsx';

export function NotFound() {
  return (
    <Notice title="404 Page Not Found" actions={<Link to="/">Back to Home</Link>}>
      Did you forget to add the page to the router?
    </Notice>
  );
}
