import { expect, it } from '@jest/globals';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen } from '@testing-library/react';
import { useListAddress } from '../src/dashboard/use-list-address.ts';

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
