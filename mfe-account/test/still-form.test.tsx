import { afterEach, expect, it } from '@jest/globals';
import { useTyped } from '@leadping/web-kit/form/still-form.tsx';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type RefObject, startTransition, useRef, useState } from 'react';

afterEach(cleanup);

function Live({ still }: { still: RefObject<HTMLFormElement | null> }) {
  const { values } = useTyped(still, ['username']);
  return <output>{values.username}</output>;
}

/** Somebody who types on while the live form is being rendered. */
function Typist() {
  const input = document.querySelector('input');
  if (input) input.value = 'ada';
  return null;
}

function Page() {
  const still = useRef<HTMLFormElement>(null);
  const [isAlive, setIsAlive] = useState(false);
  return (
    <>
      <button onClick={() => startTransition(() => setIsAlive(true))}>Come to life</button>
      {isAlive ? (
        <>
          <Live still={still} />
          <Typist />
        </>
      ) : (
        <form ref={still}>
          <input name="username" aria-label="Username" />
        </form>
      )}
    </>
  );
}

it('the interactive form keeps all text that was typed into the static form before it appeared', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.type(screen.getByLabelText('Username'), 'ad');
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('status').textContent).toBe('ada');
});
