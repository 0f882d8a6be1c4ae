import { useSearchParams } from '@leadping/web-kit/router';
import { useRef } from 'react';

/** The allowed values of each filter. `'text'` allows any value. */
type Filters = Record<string, readonly string[] | 'text'>;
type ValueOf<Allowed> = Allowed extends readonly (infer Value)[] ? Value : string;

export interface ListAddress<F extends Filters = Filters> {
  search: string;
  /** A column, with a leading minus for descending order: `-createdAt`. */
  sort: string | undefined;
  page: number;
  /** The cursor of the page, for lists that page by cursor. Absent on the first page. */
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
 * Stores the state of a list in the address, so that links show the same list and Back works. `useListAddress({
 * filters: { status: ['open', 'closed'] }, sorts: ['createdAt'] })` ignores all other values. `change` returns to
 * the first page.
 */
export function useListAddress<const F extends Filters>(options: { filters?: F; sorts?: readonly string[] }) {
  const { filters = {} as F, sorts = [] } = options;
  const [params, setParams] = useSearchParams();
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
    // Reads the address instead of the last render, because it already contains recent changes.
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

  /** Takes the cursor of the next page, which is used only when moving forward. */
  const goToPage = (wanted: number, cursor?: string) => {
    if (page > 1 && address.cursor) cursors.current.set(page, address.cursor);
    const known = (wanted === page + 1 && cursor) || cursors.current.get(wanted);
    // A page with an unknown cursor, for example after a shared link, falls back to the first one.
    const isLost = address.cursor !== undefined && wanted > 1 && !known;
    set({ page: wanted > 1 && !isLost ? wanted : undefined, cursor: wanted > 1 ? known : undefined }, true);
  };

  return {
    address,
    change,
    goToPage,
    isNarrowed: address.search !== '' || Object.values(address.filters).some((value) => value !== undefined),
    clear: () =>
      change({
        search: '',
        filters: Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])) as NonNullable<
          ListChange<F>['filters']
        >,
      }),
  };
}
