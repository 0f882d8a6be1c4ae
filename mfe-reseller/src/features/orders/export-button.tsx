import action from '@leadping/web-kit/dashboard/action.module.css';
import { Download } from 'lucide-react';
import { exportOrders } from '../../endpoints.ts';

interface ExportButtonProps {
  /** What the list shows. */
  wanted: Record<string, string | undefined>;
}

/** The server streams the file, named `orders-{date}.csv`: its size is of no matter to the page. */
export function ExportButton({ wanted }: ExportButtonProps) {
  const given = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return (
    <a
      className={action.secondary}
      href={query ? `${exportOrders.path}?${query}` : exportOrders.path}
      download
    >
      <Download size={16} />
      Export CSV
    </a>
  );
}
