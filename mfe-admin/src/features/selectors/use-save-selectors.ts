import { useWrite } from '@leadping/web-kit/api/hooks';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { useEffect, useRef, useState } from 'react';
import { readSelectors, readVersions, writeSelectors } from './endpoints.ts';
import { faultOf } from './read-text.ts';

/** Between the check and the save (specification §9). */
const SAVE_DELAY_MS = 500;

export function useSaveSelectors() {
  const toast = useToast();
  const onError = useFailureToast('Failed to save selectors');
  const [isWaiting, setIsWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = useWrite(writeSelectors, {
    invalidates: [readSelectors, readVersions],
    onSuccess: () => toast({ title: 'Chrome Extension Selectors saved successfully', tone: 'success' }),
    onError,
  });

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
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setIsWaiting(false);
      write.mutate({ body: { selectors: text } });
    }, SAVE_DELAY_MS);
  };
  return { isSaving: isWaiting || write.isPending, save };
}

const FAULTS = {
  empty: { title: 'Please enter valid JSON selectors' },
  syntax: { title: 'Invalid JSON', description: 'Please check your JSON syntax and try again' },
  grammar: { title: 'Please enter valid JSON selectors' },
} as const;
