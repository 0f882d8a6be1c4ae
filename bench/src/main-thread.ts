/** A task of a page's main thread. */
export interface Task {
  /** Milliseconds from the start of the navigation. */
  at: number;
  ms: number;
  /** CPU time of the thread. On a busy machine it is less than the duration. */
  cpuMs: number;
  /** Self times of the functions, the longest first. */
  parts: { name: string; ms: number }[];
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** In microseconds, like all times of a trace. */
  ts: number;
  dur: number;
  tdur?: number;
  args: { data?: { url?: string; documentLoaderURL?: string; functionName?: string } };
}

export const TRACE_CATEGORIES = ['toplevel', 'devtools.timeline', 'loading', 'v8', 'blink.user_timing'];

const endOf = ({ ts, dur }: TraceEvent) => ts + dur;
const nameOf = ({ name, args: { data } }: TraceEvent) =>
  [name, data?.functionName, name === 'EvaluateScript' && data?.url?.split('/').at(-1)]
    .filter(Boolean)
    .join(' ');

/** The long tasks of a page's main thread, from a Chromium trace of its load. */
export function longTasks(trace: Buffer, url: string, atLeastMs = 40): Task[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const find = (name: string, field: 'url' | 'documentLoaderURL') =>
    traceEvents.find((event) => event.name === name && event.args.data?.[field]?.startsWith(url));
  const page = find('CommitLoad', 'url');
  const start = find('navigationStart', 'documentLoaderURL')?.ts;
  if (!page || start === undefined) return [];
  const events = traceEvents
    .filter(({ ph, pid, tid, ts }) => ph === 'X' && pid === page.pid && tid === page.tid && ts >= start)
    .sort((one, other) => one.ts - other.ts || other.dur - one.dur);
  const tasks: Task[] = [];
  let done = start;
  for (const task of events) {
    if (!task.name.endsWith('RunTask') || task.ts < done) continue;
    done = endOf(task);
    if (task.dur < atLeastMs * 1000) continue;
    tasks.push({
      at: (task.ts - start) / 1000,
      ms: task.dur / 1000,
      cpuMs: (task.tdur ?? 0) / 1000,
      parts: partsOf(events.filter((event) => event.ts >= task.ts && endOf(event) <= done)),
    });
  }
  return tasks;
}

function partsOf(events: TraceEvent[]): Task['parts'] {
  const own = new Map<string, number>();
  const add = (event: TraceEvent, ms: number) => own.set(nameOf(event), (own.get(nameOf(event)) ?? 0) + ms);
  const open: TraceEvent[] = [];
  for (const event of events) {
    while (open.length > 0 && endOf(open.at(-1) as TraceEvent) <= event.ts) open.pop();
    const caller = open.at(-1);
    add(event, event.dur / 1000);
    if (caller) add(caller, -event.dur / 1000);
    open.push(event);
  }
  return [...own].map(([name, ms]) => ({ name, ms })).sort((one, other) => other.ms - one.ms);
}

/** A readable line: when, how long, and by which functions. */
export function describeTask({ at, ms, cpuMs, parts }: Task): string {
  const most = parts.slice(0, 4).map((part) => `${part.name} ${Math.round(part.ms)}`);
  return `at ${Math.round(at)} ms: ${Math.round(ms)} ms (${Math.round(cpuMs)} of CPU): ${most.join(', ')}`;
}
