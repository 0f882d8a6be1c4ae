import { expect, it } from '@jest/globals';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen } from '@testing-library/react';
import { type DeskAddress, useDeskAddress } from '../src/features/desk/use-desk-address.ts';

/** Its press makes all changes before the page is drawn again, as a slow machine does with two presses. */
function Desk({ changes }: { changes: Partial<DeskAddress>[] }) {
  const { address, go } = useDeskAddress();
  return (
    <>
      <button type="button" onClick={() => changes.forEach(go)}>
        Change
      </button>
      <output>{address.search}</output>
    </>
  );
}

async function press(...changes: Partial<DeskAddress>[]) {
  const { user } = await openPart(<Desk changes={changes} />);
  await user.click(screen.getByRole('button', { name: 'Change' }));
}

it('a change of the desk keeps an earlier change that the page has not rendered yet', async () => {
  await press({ search: 'ann' }, { status: 'open' });
  expect(location.search).toBe('?search=ann&status=open');
});

it('a search for the name of a sort order stays in the address', async () => {
  await press({ search: 'pressing' });
  expect(location.search).toBe('?search=pressing');
  expect(screen.getByRole('status').textContent).toBe('pressing');
});

it('the default values of the desk are not in the address', async () => {
  await press(
    { search: 'ann', sort: 'pressing' },
    { page: 2 },
    { search: '', sort: 'updated', status: undefined },
    { page: 1 },
  );
  expect(location.search).toBe('');
});
