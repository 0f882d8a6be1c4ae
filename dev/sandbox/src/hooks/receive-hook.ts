import { newId } from '../ids.ts';
import type { Store } from '../store.ts';
import type { HookRequest, HookRule } from './bin.ts';

const KEPT_PER_BIN = 1_000;
const ORDINARY: HookRule = { status: 200, delayMs: 0, body: 'ok' };

export function receiveHook(
  store: Store,
  bin: string,
  request: Omit<HookRequest, 'id' | 'bin' | 'receivedAt' | 'json' | 'status'>,
): HookRule {
  const rule = takeRule(store, bin);
  store.hookRequests.put({
    ...request,
    id: newId('hook'),
    bin,
    receivedAt: new Date().toISOString(),
    json: readJson(request.body),
    status: rule.status,
  });
  const surplus = requestsOf(store, bin).slice(0, -KEPT_PER_BIN);
  for (const { id } of surplus) store.hookRequests.remove(id);
  return rule;
}

/** Oldest first. */
export function requestsOf(store: Store, bin: string): HookRequest[] {
  return store.hookRequests.oldestFirst().filter((request) => request.bin === bin);
}

function takeRule(store: Store, bin: string): HookRule {
  const rule = store.hookBins.find(bin)?.rule ?? null;
  if (rule === null) {
    if (store.hookBins.find(bin) === undefined) store.hookBins.put({ id: bin, rule: null });
    return ORDINARY;
  }
  if (rule.times !== undefined)
    store.hookBins.put({ id: bin, rule: rule.times === 1 ? null : { ...rule, times: rule.times - 1 } });
  return rule.redirectTo !== undefined && (rule.status < 300 || rule.status > 399)
    ? { ...rule, status: 302 }
    : rule;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
