import {
  REMOTE_CONTRACT,
  type NavigationItem,
  type Remote,
  type RouteTable,
  type ViewTable,
} from '@leadping/contracts/remote';
import type { ComponentType } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

interface RemoteDefinition<Table extends RouteTable, Views extends ViewTable> {
  name: string;
  table: Table;
  views?: Views;
  /**
   * The module of each page name in the tables, as `() => import('./routes/name.tsx')`, with the page as default
   * export.
   */
  pages: Record<(Table[number] | Views[number])['page'], Load>;
  navigation?: NavigationItem[];
}

/** Creates the default export of `src/remote.tsx` from the route table, the views and their pages. */
export function defineRemote<const Table extends RouteTable, const Views extends ViewTable = readonly []>({
  name,
  table,
  views,
  pages,
  navigation = [],
}: RemoteDefinition<Table, Views>): Remote<ComponentType> {
  const withPage = <Entry extends { page: string }>(entry: Entry) => ({
    ...entry,
    load: pages[entry.page as keyof typeof pages],
  });
  return {
    contract: REMOTE_CONTRACT,
    name,
    routes: table.map(withPage),
    navigation,
    views: views?.map(withPage) ?? [],
  };
}
