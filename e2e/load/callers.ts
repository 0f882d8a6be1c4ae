/**
 * The child process of `startCallers`. It sends calls at its rate until its parent stops it, then reports how each
 * call ended.
 */
import { once } from 'node:events';
import { ShopTraffic, type Call, type Reply } from './shop-traffic.ts';
import type { Callers, FloodPace, Replied } from './start-callers.ts';

process.send?.('ready');
const [{ bases, connections, calls, firstNumber, pace }] = (await once(process, 'message')) as [Callers];
const traffic = new ShopTraffic(bases, connections);
const replies: Replied[] = [];
const startedAt = performance.now();
const ending = new AbortController();
process.once('message', () => ending.abort());
// Ctrl-C reaches this process too, but the parent decides when it ends. The parent may have been killed.
process.on('SIGINT', () => {});
process.once('disconnect', () => process.exit());
await ('perSecond' in pace
  ? traffic.steadily(pace.perSecond, callOf, ending.signal, record)
  : Promise.all(Array.from({ length: pace.callers }, () => flood(pace))));
await traffic.close();
process.send?.({ replies, examples: traffic.examples }, () => process.disconnect());

function callOf(index: number): Call {
  const template = JSON.stringify(calls[index % calls.length]);
  if (firstNumber === null) return JSON.parse(template) as Call;
  const number = firstNumber + index;
  const from = `10.${40 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  return { ...(JSON.parse(template.replaceAll('#', String(number))) as Call), from };
}

function record({ status, ending: how, ms }: Reply, index: number): void {
  const sentMs = performance.now() - startedAt - ms;
  replies.push({ call: index % calls.length, sentMs, ms, status, ending: how });
}

async function flood({ refusedPauseMs }: FloodPace): Promise<void> {
  while (!ending.signal.aborted) {
    const reply = await traffic.send(callOf(0));
    record(reply, 0);
    if (reply.ending !== 'ok') await new Promise((resolve) => setTimeout(resolve, refusedPauseMs));
  }
}
