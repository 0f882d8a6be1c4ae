import { useSearchParams } from '@leadping/web-kit/router';
import { useRef } from 'react';

/** For each filter the values that it takes; `'text'` takes any. */
type Filters = Record<string, readonly string[] | 'text'>;
type ValueOf<Allowed> = Allowed extends readonly (infer Value)[] ? Value : string;

export interface ListAddress<F extends Filters = Filters> {
  search: string;
  /** A column, with a minus before it for the other direction: `-createdAt`. */
  sort: string | undefined;
  page: number;
  /** Where the page begins, for lists that page by cursor; absent on the first page. */
  cursor: string | undefined;
  filters: { [Name in keyof F]: ValueOf<F[Name]> | undefined };
}

export interface ListChange<F extends Filters = Filters> {
  search?: string;
  sort?: string | undefined;
  filters?: { [Name in keyof F]?: ValueOf<F[Name]> | undefined };
}

const MAX_PAGE = 100_000;

function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1;
}

/**
 * The state of a list in the address: whoever gets the link sees the same list, and Back leads to the page before.
 * `useListAddress({ filters: { status: ['open', 'closed'] }, sorts: ['createdAt'] })`; values that are not named there
 * are ignored. `change` begins at the first page again.
 */
export function useListAddress<const F extends Filters>(options: { filters?: F; sorts?: readonly string[] }) {
  const { filters = {} as F, sorts = [] } = options;
  const [params, setParams] = useSearchParams();
  /** The cursors of the pages that were seen, for the way back. */
  const cursors = useRef(new Map<number, string>());
  const sort = params.get('sort') ?? undefined;
  const page = readPage(params.get('page'));

  const address: ListAddress<F> = {
    search: params.get('search')?.slice(0, 200) ?? '',
    sort: sort && sorts.includes(sort.replace(/^-/, '')) ? sort : undefined,
    page,
    cursor: (page > 1 && params.get('cursor')) || undefined,
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, allowed]) => {
        const value = params.get(name) ?? undefined;
        const isKnown = value !== undefined && (allowed === 'text' || allowed.includes(value));
        return [name, isKnown ? value : undefined];
      }),
    ) as ListAddress<F>['filters'],
  };

  const set = (values: Record<string, string | number | undefined>, isStep: boolean) => {
    // Of the address, not of the last render: what was changed a moment ago is in it already.
    const after = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === '') after.delete(name);
      else after.set(name, String(value));
    }
    setParams(after, { replace: !isStep });
  };

  const change = ({ filters: changed = {}, ...rest }: ListChange<F>) => {
    cursors.current.clear();
    set({ ...rest, ...(changed as Record<string, string>), page: undefined, cursor: undefined }, false);
  };

  /** Takes the cursor of the next page, which it uses only on the way there. */
  const goToPage = (wanted: number, cursor?: string) => {
    if (page > 1 && address.cursor) cursors.current.set(page, address.cursor);
    const known = (wanted === page + 1 && cursor) || cursors.current.get(wanted);
    // A page whose beginning nobody remembers, as after a shared link, is the first one.
    const isLost = address.cursor !== undefined && wanted > 1 && !known;
    set({ page: wanted > 1 && !isLost ? wanted : undefined, cursor: wanted > 1 ? known : undefined }, true);
  };

  return {
    address,
    change,
    goToPage,
    /** Whether anything narrows the list. */
    isNarrowed: address.search !== '' || Object.values(address.filters).some((value) => value !== undefined),
    /** Shows the whole list again. */
    clear: () =>
      change({
        search: '',
        filters: Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])) as NonNullable<
          ListChange<F>['filters']
        >,
      }),
  };
}
