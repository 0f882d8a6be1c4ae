import { keyOf, useWrite } from '@leadping/web-kit/api/hooks';
import { useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readSelectors, readVersions, restoreVersion, writeSelectors } from './endpoints.ts';
import { faultOf } from './read-text.ts';

/** Delay between the check and the save, in ms (specification §9). */
const SAVE_DELAY_MS = 500;

/** Shows a new version immediately. Otherwise text typed until the next read would be lost. */
function useShowPublished() {
  const queryClient = useQueryClient();
  return (selectors: string, version: number) =>
    queryClient.setQueryData(keyOf(readSelectors), {
      selectors,
      version,
      savedAt: new Date().toISOString(),
    });
}

export function useSaveSelectors() {
  const toast = useToast();
  const show = useShowPublished();
  const onError = useFailureToast('Failed to save selectors');
  const [isWaiting, setIsWaiting] = useState(false);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  const { mutate, isPending } = useWrite(writeSelectors, {
    invalidates: [readSelectors, readVersions],
    onSuccess: ({ version }, { body }) => {
      show(body.selectors.trim(), version);
      toast({ title: 'Chrome Extension Selectors saved successfully', tone: 'success' });
    },
    onError,
  });
  const send = (selectors: string) => {
    waiting.current = undefined;
    setIsWaiting(false);
    mutate({ body: { selectors } });
  };
  const leave = useEffectEvent(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    send(waiting.current.text);
  });
  // Sends a pending save when the page is left, because the button was pressed.
  useEffect(() => () => leave(), []);

  const save = (text: string) => {
    const fault = faultOf(text);
    if (fault) {
      toast({
        tone: 'destructive',
        ...FAULTS[fault.kind],
        ...('message' in fault && fault.kind === 'grammar' ? { description: fault.message } : {}),
      });
      return;
    }
    setIsWaiting(true);
    clearTimeout(waiting.current?.timer);
    waiting.current = { text, timer: setTimeout(() => send(text), SAVE_DELAY_MS) };
  };
  return { isSaving: isWaiting || isPending, save };
}

/** Publishes an earlier version again. `selectors` is its text. */
export function useRestore() {
  const toast = useToast();
  const show = useShowPublished();
  const onError = useFailureToast('The version was not restored');
  const { mutate, isPending, variables } = useWrite(restoreVersion, {
    invalidates: [readSelectors, readVersions],
    onSuccess: ({ message }) => toast({ title: 'Success', description: message, tone: 'success' }),
    onError,
  });
  const restore = ({ version, selectors }: { version: number; selectors: string }) =>
    mutate({ body: { version } }, { onSuccess: (restored) => show(selectors, restored.version) });
  return { restore, restoring: isPending ? variables?.body.version : undefined };
}

const FAULTS = {
  empty: { title: 'Please enter valid JSON selectors' },
  syntax: { title: 'Invalid JSON', description: 'Please check your JSON syntax and try again' },
  grammar: { title: 'Please enter valid JSON selectors' },
} as const;
