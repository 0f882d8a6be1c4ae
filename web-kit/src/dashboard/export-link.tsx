import { Download } from 'lucide-react';
import { queryString } from '../api/call.ts';
import action from './action.module.css';

interface ExportLinkProps {
  /** The call that streams the file. */
  path: string;
  /** What the list shows. */
  wanted: Readonly<Record<string, string | undefined>>;
}

/** The server streams the file and names it: its size is of no matter to the page. */
export function ExportLink({ path, wanted }: ExportLinkProps) {
  return (
    <a className={action.secondary} href={path + queryString(wanted)} download>
      <Download size={16} />
      Export CSV
    </a>
  );
}
