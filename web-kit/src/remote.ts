import {
  REMOTE_CONTRACT,
  type NavigationItem,
  type Remote,
  type RouteTable,
} from '@leadping/contracts/remote';
import type { ComponentType } from 'react';

type PageOf<Table extends RouteTable> = Table[number]['page'];

interface RemoteDefinition<Table extends RouteTable> {
  name: string;
  table: Table;
  /** For each name in the table its module, `() => import('./routes/name.tsx')`, with the page as default export. */
  pages: Record<PageOf<Table>, () => Promise<{ default: ComponentType }>>;
  navigation?: NavigationItem[];
}

/** Makes the default export of `src/remote.tsx` from the route table and its pages. */
export function defineRemote<const Table extends RouteTable>({
  name,
  table,
  pages,
  navigation = [],
}: RemoteDefinition<Table>): Remote<ComponentType> {
  return {
    contract: REMOTE_CONTRACT,
    name,
    routes: table.map((entry) => ({ ...entry, load: pages[entry.page as PageOf<Table>] })),
    navigation,
  };
}
