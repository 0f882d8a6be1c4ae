import { Download } from 'lucide-react';
import action from './action.module.css';

interface ExportLinkProps {
  /** The call that streams the file. */
  path: string;
  /** What the list shows. */
  wanted: Readonly<Record<string, string | undefined>>;
}

/** The server streams the file and names it: its size is of no matter to the page. */
export function ExportLink({ path, wanted }: ExportLinkProps) {
  const given = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return (
    <a className={action.secondary} href={query ? `${path}?${query}` : path} download>
      <Download size={16} />
      Export CSV
    </a>
  );
}
