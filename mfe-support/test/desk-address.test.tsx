import { expect, it } from '@jest/globals';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen } from '@testing-library/react';
import { useDeskAddress } from '../src/features/desk/use-desk-address.ts';

/** Its press makes two changes before the page is drawn again, as a slow machine does with two presses. */
function Desk() {
  const { go } = useDeskAddress();
  const press = () => {
    go({ search: 'ann' });
    go({ status: 'open' });
  };
  return (
    <button type="button" onClick={press}>
      Change
    </button>
  );
}

it('a change of the desk keeps the one that came before the page was drawn with it', async () => {
  const { user } = await openPart(<Desk />);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(location.search).toBe('?search=ann&status=open');
});
