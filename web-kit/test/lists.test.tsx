import { expect, it } from '@jest/globals';
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
