import { expect, it, jest } from '@jest/globals';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen, waitFor } from '@testing-library/react';
import { matchCommands } from '../src/commands/command.ts';
import CommandPalette from '../src/dashboard/command-palette.tsx';

it('Enter in the command palette does not open a result of earlier text', async () => {
  const onClose = jest.fn();
  const orders = {
    group: 'Orders',
    find: async (text: string) => [{ id: text, label: `Order of ${text}`, to: `/${text}` }],
  };
  const { user } = await openPart(
    <CommandPalette entries={[]} commands={[]} recordSources={[orders]} onClose={onClose} />,
  );
  const field = screen.getByRole('combobox');
  await user.type(field, 'ada');
  await screen.findByRole('option', { name: 'Order of ada' });
  await user.type(field, 'm{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText('Searching')).toBeTruthy();
  await screen.findByRole('option', { name: 'Order of adam' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/adam'));
});

it.each([
  ['composed', 'decomposed', 'NFC', 'NFD'],
  ['decomposed', 'composed', 'NFD', 'NFC'],
])('a command with %s letters is found by %s ones in capitals', (_label, _text, ofLabel, ofText) => {
  const command = { id: '1', group: 'Resellers', label: 'José'.normalize(ofLabel) };
  expect(matchCommands([command], 'JOSÉ'.normalize(ofText))).toEqual([command]);
  expect(matchCommands([command], 'josef')).toEqual([]);
});
