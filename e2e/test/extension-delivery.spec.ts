import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { DEEP } from './depth.ts';
import { buttonText, pressPing } from './extension/browser.ts';
import {
  addRows,
  drain,
  HOOK,
  HOUR_MS,
  MAX_UNDER_WAY,
  ok,
  status,
  useExtension,
} from './extension/use-extension.ts';
import { OTHER_HOOKS } from './extension/world.ts';
import { until } from '../platform.ts';

test.describe.configure({ mode: 'serial' });

const used = useExtension();
const { profile, pressAndRead, badge, attempts, keys } = used;

for (const [name, receiver, text] of [
  ['refuses', status(403), 'Answered 401 or 403'],
  ['has removed the webhook', status(410), 'Answered 404 or 410'],
  ['has moved', status(302, { location: `https://${OTHER_HOOKS}/stolen` }), 'Answered with a redirect'],
] as const) {
  test(`a receiver that ${name} gets one attempt, and the button shows the failure`, async () => {
    used.world.answer(HOOK, receiver);
    await pressAndRead(text);
    expect(attempts()).toHaveLength(1);
    expect(used.world.receivedAt('/stolen')).toHaveLength(0);
  });
}

test('a failed delivery is counted, listed with its reason, and sent again manually with the same key', async () => {
  const options = await used.browser.open('options');
  await expect(options.getByText('Answered 401 or 403')).toBeVisible();
  await expect(options.getByText('The tool has removed the webhook; make a new one.')).toBeVisible();
  await options.getByRole('button', { name: 'Send 3 failed again' }).click();
  await until('three leads', async () => keys().size === 3);
  await options.getByRole('button', { name: 'Refresh' }).click();
  await expect(options.getByText('Sent', { exact: true })).toHaveCount(3);
  const download = options.waitForEvent('download');
  await options.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^leadping-\d{4}-\d\d-\d\d\.csv$/);
  await options.close();
});

test('a throttling receiver gets a retry after the requested time with the same key', async () => {
  const times: number[] = [];
  used.world.answer(HOOK, (request, reply) => {
    times.push(Date.now());
    status(times.length === 1 ? 429 : 200, { 'retry-after': '7' })(request, reply);
  });
  await pressAndRead('Kept, sending later');
  await until('the second attempt', async () => attempts().length === 2);
  expect(keys().size).toBe(1);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7000);
});

test(
  "a throttling receiver's whole queue is paused, even if the worker dies, until a person presses",
  DEEP,
  async () => {
    used.world.answer(HOOK, status(429, { 'retry-after': '3600' }));
    const popup = await used.browser.open('popup');
    await addRows(
      popup,
      Array.from({ length: 6 }, () => randomUUID()),
    );
    await drain(popup);
    await until('all of them an hour off', () =>
      popup.evaluate(
        (time) =>
          new Promise<boolean>((done) => {
            const request = indexedDB.open('outbox');
            request.addEventListener('success', () => {
              const range = IDBKeyRange.bound(['waiting', 0], ['waiting', time]);
              const index = request.result.transaction('deliveries').objectStore('deliveries').index('due');
              const count = index.count(range);
              count.addEventListener('success', () => done(count.result === 0));
            });
          }),
        Date.now() + HOUR_MS / 2,
      ),
    );
    expect(attempts().length).toBeLessThanOrEqual(MAX_UNDER_WAY);
    used.world.received.length = 0;
    used.world.answer(HOOK, ok);
    await popup.getByRole('button', { name: 'Send now' }).click();
    await until('all six', async () => keys().size === 6);
    await popup.close();
  },
);

test('a press shows "Kept, sending later" while a hanging receiver holds the request', async () => {
  let isHeld = true;
  used.world.answer(HOOK, (request) => request.on('close', () => (isHeld = false)));
  const page = await profile();
  await pressPing(page);
  // After 1.8 seconds. A busy machine takes longer to read the accessibility tree.
  await until('Kept, sending later', async () => (await buttonText(page)) === 'Kept, sending later');
  expect(isHeld).toBe(true);
  expect(await badge()).toBe('1');
  // The worker dies while the receiver holds the call. The next worker sends the rest with the same key.
  await used.browser.killWorker();
  used.world.answer(HOOK, ok);
  const popup = await used.browser.open('popup');
  await until('the second attempt', async () => attempts().length >= 2);
  await until('an empty badge', async () => (await badge()) === '');
  expect(keys().size).toBe(1);
  await popup.close();
  await page.close();
});

test('a worker that dies at the press, during a request or before its reply loses nothing and makes one capture', async () => {
  // While the receiver holds the call.
  let isKilled: Promise<void> | undefined;
  used.world.answer(HOOK, (_request, reply) => {
    if (isKilled) reply.writeHead(200).end();
    else isKilled = used.browser.killWorker();
  });
  await pressAndRead('Pinged!');
  expect(keys().size).toBe(1);
  await isKilled;
  // Before the press, which starts the worker again.
  used.world.received.length = 0;
  used.world.answer(HOOK, ok);
  await used.browser.killWorker();
  await pressAndRead('Pinged!');
  expect(attempts()).toHaveLength(1);
  // At the same time as the press.
  used.world.received.length = 0;
  const page = await profile();
  await pressPing(page);
  await used.browser.killWorker();
  await until('the lead', async () => attempts().length >= 1);
  // Wait until the row is stored as sent, otherwise a later worker would repeat it during the next test.
  await until('an answer', async () => (await buttonText(page)) === 'Pinged!');
  expect(keys().size).toBe(1);
  await page.close();
});

const hasOutboxAlarm = () =>
  new Promise<boolean>((done) => chrome.alarms.get('outbox', (alarm) => done(alarm !== undefined)));

for (const keepsHistory of [true, false])
  test(
    `a worker that dies at any step of a capture loses nothing and sends it once, ${keepsHistory ? 'with' : 'without'} a history`,
    DEEP,
    async () => {
      // Each step is one call. The first worker that reaches it hangs there and is killed.
      const steps = {
        'before anything is read': 'chrome.storage.local.get',
        'before the row is written': 'IDBObjectStore.prototype.add',
        'before the receiver is called': 'fetch',
        'after the receiver replied, before that is written': 'IDBObjectStore.prototype.put',
        'after all is written, before the button is answered': 'IDBIndex.prototype.getAll',
      };
      const page = await profile();
      const options = await used.browser.open('options');
      const setHistory = (kept: boolean) =>
        options.evaluate(
          (value) => new Promise<void>((done) => chrome.storage.local.set({ keepsHistory: value }, done)),
          kept,
        );
      await setHistory(keepsHistory);
      for (const [name, path] of Object.entries(steps)) {
        used.world.received.length = 0;
        await drain(options);
        const worker = await used.browser.worker();
        await worker.evaluate((dotted) => {
          const names = dotted.split('.');
          const last = names.pop() ?? '';
          const scope = globalThis as unknown as Record<string, unknown>;
          const owner = names.reduce((at, one) => at[one] as Record<string, unknown>, scope);
          owner[last] = () => {
            scope.isAtStep = true;
            return new Promise(() => {});
          };
        }, path);
        await pressPing(page);
        await until(name, () => worker.evaluate(() => 'isAtStep' in globalThis));
        // The alarm for the next worker is set before anything is written, and remains while rows are pending.
        if (!/get(?:All)?$/.test(path))
          expect(await worker.evaluate(hasOutboxAlarm), `${name}: the alarm`).toBe(true);
        await used.browser.killWorker();
        await until(`Pinged! after a death ${name}`, async () => (await buttonText(page)) === 'Pinged!');
        expect(keys().size).toBe(1);
        expect(attempts().length).toBeLessThanOrEqual(path.endsWith('put') ? 2 : 1);
        await page.reload();
      }
      await setHistory(true);
      await options.close();
      await page.close();
    },
  );
