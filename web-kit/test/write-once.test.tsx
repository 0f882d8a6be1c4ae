import { expect, it } from '@jest/globals';
import { createManualLicense } from '@leadping/contracts/endpoints/licensing/admin-license';
import { failing, type ReceivedCall } from '@leadping/test-kit/web/api-stub';
import { MANUAL_LICENSE as LICENSE } from '@leadping/test-kit/web/manual-license';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useWriteOnce } from '../src/api/write-once.ts';

const MADE = { status: 201, body: LICENSE };
const LOST = failing(504, 'No reply in time.', 'UPSTREAM_TIMEOUT');

function Form({ name, email }: { name: string; email: string }) {
  const [typed, setTyped] = useState(email);
  const { mutate, lost } = useWriteOnce(createManualLicense);
  return (
    <>
      <button type="button" onClick={() => mutate({ body: { email: typed } })}>
        {name} sends
      </button>
      <button type="button" onClick={() => setTyped(`${typed} `)}>
        {name} adds a space
      </button>
      {lost && <p>{name} has no reply</p>}
    </>
  );
}

/** Two forms with the same content, whose calls are replied to one by one. */
async function openForms(email: string) {
  const open: ((reply: typeof MADE | typeof LOST) => void)[] = [];
  const { user, api } = await openPart(
    <>
      <Form name="One" email={email} />
      <Form name="Two" email={email} />
    </>,
    { 'POST /api/admin/licenses/manual': () => new Promise((resolve) => open.push(resolve)) },
  );
  const keys = () =>
    api.calls
      .filter(({ method }: ReceivedCall) => method === 'POST')
      .map(({ headers }: ReceivedCall) => headers['idempotency-key']);
  const press = (text: string) => user.click(screen.getByRole('button', { name: text }));
  const send = async (name: string) => {
    const before = open.length;
    await press(`${name} sends`);
    await waitFor(() => expect(open).toHaveLength(before + 1));
    return open.at(-1)!;
  };
  return { send, press, keys };
}

it("a write without a reply keeps its key, even if another form's equal write succeeds in the meantime", async () => {
  const { send, keys } = await openForms('ann@example.com');
  const first = await send('One');
  const second = await send('Two');
  first(MADE);
  await waitFor(() => expect(screen.queryByText('One has no reply')).toBeNull());
  second(LOST);
  await screen.findByText('Two has no reply');
  (await send('Two'))(MADE);
  await waitFor(() => expect(screen.queryByText('Two has no reply')).toBeNull());
  expect(new Set(keys()).size).toBe(1);
  // That was the end of it: the same content is a new license now.
  (await send('Two'))(MADE);
  expect(new Set(keys()).size).toBe(2);
});

it('a write with a trailing space counts as the same write', async () => {
  const { send, press, keys } = await openForms('ada@example.com');
  (await send('One'))(LOST);
  await screen.findByText('One has no reply');
  await press('One adds a space');
  (await send('One'))(MADE);
  await waitFor(() => expect(screen.queryByText('One has no reply')).toBeNull());
  expect(new Set(keys()).size).toBe(1);
});
