import { describe, expect, it, jest } from '@jest/globals';
import { openPart } from '@leadping/test-kit/web/open-page';
import { act, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { useDialog } from '../src/dashboard/use-dialog.ts';

/** So that dialogs fade as they do in browsers: here the fade never ends, and their buttons stay. */
Object.assign(globalThis, { AnimationEvent: Event, TransitionEvent: Event });
const { UiProvider } = await import('@leadping/web-kit/ui/core');
const { ConfirmDialog } = await import('../src/dashboard/confirm-dialog.tsx');

type Work = 'none' | 'pending' | 'failed';

/** A question that closes when it is confirmed, or stays open for its work. */
async function open(work: Work) {
  const onConfirm = jest.fn();
  function Question() {
    const [isOpen, setIsOpen] = useState(true);
    const [isPending, setIsPending] = useState(false);
    return (
      <UiProvider>
        <button type="button" onClick={() => setIsOpen(true)}>
          Ask again
        </button>
        <button type="button" onClick={() => setIsPending(false)}>
          Fail
        </button>
        <ConfirmDialog
          isOpen={isOpen}
          title="Delete it?"
          confirmLabel="Delete"
          isPending={isPending}
          onConfirm={() => {
            onConfirm();
            if (work === 'none') setIsOpen(false);
            else setIsPending(true);
          }}
          onCancel={() => setIsOpen(false)}
        >
          It is gone then.
        </ConfirmDialog>
      </UiProvider>
    );
  }
  const { user } = await openPart(<Question />);
  return { user, onConfirm, confirm: await screen.findByRole('button', { name: 'Delete' }) };
}

describe('a confirmation', () => {
  it.each(['none', 'pending'] as const)('runs its action once on a double click (work: %s)', async (work) => {
    const { user, onConfirm, confirm } = await open(work);
    await user.dblClick(confirm);
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('runs its action once on two presses of Enter', async () => {
    const { user, onConfirm, confirm } = await open('none');
    confirm.focus();
    await user.keyboard('{Enter}{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('can be retried after its action failed', async () => {
    const { user, onConfirm, confirm } = await open('failed');
    await user.click(confirm);
    await user.click(screen.getByText('Fail'));
    await user.click(screen.getByRole('button', { name: /Delete/ }));
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  it('runs its action again if the question is asked again', async () => {
    const { user, onConfirm, confirm } = await open('none');
    await user.click(confirm);
    await user.click(screen.getByText('Ask again'));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });
});

describe('a dialog whose action has ended', () => {
  it('closes immediately, because its button would repeat the action', async () => {
    const drawn: { isOpen: boolean; isPending: boolean }[] = [];
    let succeed = () => {};
    function Question() {
      const { subject, open, close } = useDialog<true>();
      const [isPending, setIsPending] = useState(true);
      succeed = () => {
        close();
        setIsPending(false);
      };
      useLayoutEffect(() => void drawn.push({ isOpen: subject === true, isPending }));
      return (
        <button type="button" onClick={() => open(true)}>
          Ask
        </button>
      );
    }
    const { user } = await openPart(<Question />);
    await user.click(screen.getByText('Ask'));
    act(() => succeed());
    expect(drawn).toContainEqual({ isOpen: true, isPending: true });
    expect(drawn).not.toContainEqual({ isOpen: true, isPending: false });
    expect(drawn.at(-1)).toEqual({ isOpen: false, isPending: false });
  });
});
