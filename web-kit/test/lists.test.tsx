import { expect, it, describe } from '@jest/globals';
import { listResellerLicenses } from '@leadping/contracts/endpoints/licensing/reseller-license';
import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import { useQuery } from '@leadping/web-kit/query';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { readingPage } from '../src/api/read-page.ts';
import { SearchBox } from '../src/dashboard/filter-bar.tsx';
import { ListTable } from '../src/dashboard/list-table.tsx';
import { useListAddress } from '../src/dashboard/use-list-address.ts';
import { type FoundRecords, type RecordSource, searchRecords } from '../src/commands/search-records.ts';

const COLUMNS = [{ key: 'email', title: 'Email', render: ({ email }: ResellerLicense) => email }];

function Licenses() {
  const { address, change, goToPage } = useListAddress({});
  const { search, cursor } = address;
  const { data, isPlaceholderData } = useQuery(
    readingPage(listResellerLicenses, { query: { search: search || undefined, cursor } }),
  );
  return (
    <>
      <SearchBox
        label="Search"
        placeholder="Email"
        search={search}
        onSearch={(wanted) => change({ search: wanted })}
      />
      <ListTable
        label="Licenses"
        columns={COLUMNS}
        rows={data?.rows}
        isChanging={isPlaceholderData}
        empty="None"
        paging={{
          page: address.page,
          hasNext: data?.nextCursor !== undefined,
          onPage: (to) => goToPage(to, data?.nextCursor),
        }}
      />
    </>
  );
}

const pageOf = (email: string, nextCursor: string) => ({
  ...ok([
    {
      id: email,
      licenseKey: '7Q4K-M2XW-9RTD-HB3N-V5PC-8JYE-Z6GA-1FS0',
      email,
      businessName: '',
      notes: '',
      isActive: true,
      isTest: false,
      mail: { state: 'sent', error: null },
      createdAt: '2026-10-13T12:00:00.000Z',
      updatedAt: '2026-10-13T12:00:00.000Z',
    },
  ]),
  headers: { 'x-next-cursor': nextCursor },
});

it('a second press on Next waits for the requested page and keeps the focus', async () => {
  let arrive = () => {};
  const isHere = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { user, api } = await openPart(<Licenses />, {
    'GET /api/resellers/licenses': async ({ query }) => {
      if (!query.cursor) return pageOf('one@example.com', 'second');
      if (query.cursor === 'third') return pageOf('three@example.com', 'fourth');
      await isHere;
      return pageOf('two@example.com', 'third');
    },
  });
  await screen.findByText('one@example.com');
  const next = screen.getByRole('button', { name: 'Next' });
  await user.click(next);
  await user.click(next);
  expect(location.search).toBe('?page=2&cursor=second');
  expect(document.activeElement).toBe(next);

  arrive();
  await screen.findByText('two@example.com');
  await user.click(next);
  await screen.findByText('three@example.com');
  expect(location.search).toBe('?page=3&cursor=third');
  expect(api.calls.map(({ query }) => query.cursor)).toEqual([undefined, 'second', 'third']);
});

it('a list without rows stays silent about a search until its reply arrives', async () => {
  let arrive = () => {};
  const isHere = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { user } = await openPart(<Licenses />, {
    'GET /api/resellers/licenses': async ({ query }) => {
      if (query.search !== 'ann') return ok([]);
      await isHere;
      return pageOf('ann@example.com', 'second');
    },
  });
  await screen.findByText('None');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ann');
  await screen.findAllByText('Loading');
  expect(screen.getByRole('table', { name: 'Licenses' }).getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText('None')).toBeNull();
  expect(screen.queryByText('Nothing on this page.')).toBeNull();

  arrive();
  await screen.findByText('ann@example.com');
  expect(screen.queryByText('Loading')).toBeNull();
});

it('a list keeps the focus when the focused row disappears, and the page gets it when the last row disappears', async () => {
  function Rows() {
    const [rows, setRows] = useState([{ id: 'ann' }, { id: 'ben' }]);
    const actions = ({ id }: { id: string }) => (
      <button type="button" onClick={() => setRows(rows.filter((row) => row.id !== id))}>
        Delete {id}
      </button>
    );
    return (
      <ListTable
        label="People"
        columns={[{ key: 'id', title: 'Name', render: ({ id }) => id }]}
        rows={rows}
        empty="None"
        actions={actions}
      />
    );
  }
  const { user } = await openPart(
    <main tabIndex={-1}>
      <Rows />
    </main>,
  );
  await user.click(screen.getByRole('button', { name: 'Delete ann' }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'People' }));
  await user.click(screen.getByRole('button', { name: 'Delete ben' }));
  expect(screen.getByText('None')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

/** Its press makes two changes before the page is drawn again, as a slow machine does with two presses. */
function List() {
  const { change } = useListAddress({ filters: { status: ['open'] } });
  const press = () => {
    change({ search: 'ann' });
    change({ filters: { status: 'open' } });
  };
  return (
    <button type="button" onClick={press}>
      Change
    </button>
  );
}

it('a change of a list keeps an earlier change that the page has not rendered yet', async () => {
  const { user } = await openPart(<List />);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(location.search).toBe('?search=ann&status=open');
});

const record = (id: string) => ({ id, label: id });
const down = (group: string): RecordSource => ({
  group,
  find: () => Promise.reject(new Error(`${group} down`)),
});

/** Searches, and keeps what was there after each reply. */
async function search(sources: RecordSource[], signal = new AbortController().signal) {
  const steps: FoundRecords[] = [];
  const result = searchRecords(sources, { text: 'ann', signal, onProgress: (by) => steps.push(by) });
  return { steps, result: await result.catch((error: Error) => error.message) };
}

describe('records that the command palette finds', () => {
  it('are listed in order of arrival, so that listed results keep their place', async () => {
    let reply = () => {};
    const slow: RecordSource = {
      group: 'Orders',
      find: () => new Promise((resolve) => (reply = () => resolve([record('order')]))),
    };
    const quick: RecordSource = {
      group: 'Licenses',
      find: (text) => {
        // The slow one replies once this one's are shown.
        setTimeout(reply, 0);
        return Promise.resolve([record(text)]);
      },
    };
    const { steps, result } = await search([slow, quick]);
    const first = { ...record('ann'), group: 'Licenses' };
    const both = [first, { ...record('order'), group: 'Orders' }];
    expect(steps.map(({ found }) => found)).toEqual([[first], both]);
    expect(result).toEqual({ found: both, missing: [] });
  });

  it('are shown beside the name of a failed group, and the search fails only if every group fails', async () => {
    const quick: RecordSource = { group: 'Orders', find: () => Promise.resolve([record('order')]) };
    expect((await search([down('Tickets'), quick])).result).toEqual({
      found: [{ ...record('order'), group: 'Orders' }],
      missing: ['Tickets'],
    });
    expect((await search([down('Tickets'), down('Orders')])).result).toBe('Tickets down');
  });

  it('are not shown if their search is outdated', async () => {
    const quick: RecordSource = { group: 'Orders', find: () => Promise.resolve([record('order')]) };
    expect((await search([quick], AbortSignal.abort())).steps).toEqual([]);
  });
});
