import type { CallOf } from '@leadping/contracts/route';
import type { saveSettings } from '@leadping/contracts/commerce/settings-routes';
import { failureText, hasStatus } from '@leadping/web-kit/api/api-error';
import { keyOf, reading, useWrite } from '@leadping/web-kit/api/hooks';
import { useQuery, useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { readPricing, readSettings, readTenant, writeSettings } from './endpoints.ts';

/** Delay in ms of the second refresh of data that depend on settings (specification §7). */
const SECOND_REFRESH_MS = 500;
/** Interval of reads while an unavailable service hides some settings, in ms. */
const WHILE_UNKNOWN_MS = 15_000;
const DEPENDENTS = [readPricing, readSettings, readTenant];

export type SettingsBody = CallOf<typeof saveSettings>['body'];

export function useSettings() {
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(readSettings),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.postmarkConfigured === null || data?.chromeWebStoreUrl === null ? WHILE_UNKNOWN_MS : false,
  });
  return { settings: data, error, retry: () => void refetch(), isFetching };
}

/** Saves the given settings, shows a notice, and refreshes all dependent data. */
export function useSaveSettings() {
  const toast = useToast();
  const queryClient = useQueryClient();
  const onFailure = useFailureToast('Failed to update settings');
  const refresh = () => {
    for (const read of DEPENDENTS) void queryClient.invalidateQueries({ queryKey: [read.path] });
  };
  return useWrite(writeSettings, {
    onSuccess: (settings) => {
      queryClient.setQueryData(keyOf(readSettings), settings);
      refresh();
      setTimeout(refresh, SECOND_REFRESH_MS);
      toast({ title: 'Settings updated successfully', tone: 'success' });
    },
    onError: (error) =>
      onFailure(
        hasStatus(error, 401)
          ? error
          : new Error(`Settings update failed: ${failureText(error)}`, { cause: error }),
      ),
  });
}
