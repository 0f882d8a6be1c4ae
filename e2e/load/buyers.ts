import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { LICENSE_KEY, platformClient, sessionOf, until, type Platform } from '../platform.ts';
import { codeFor, countMiscalculated, TAXED_COUNTRY } from './taxed-shop.ts';
import type { ShopTraffic } from './shop-traffic.ts';

/** The outcome of all payments. */
export interface Books {
  paid: number;
  orders: number;
  licenses: number;
  mails: number;
  /** Number of received order webhooks, if the admin has one. */
  webhooks?: number;
  lost: number;
  doubled: number;
  /** Number of orders with a wrong tax or total, in a taxed shop. */
  miscalculated?: number;
}

/**
 * Buyers who purchase in sequence. If the shop is busy, they retry after the requested time. In a taxed shop a third of
 * them has a discount code.
 */
export class Buyers {
  readonly emails: string[] = [];
  readonly #platform: Platform;
  readonly #traffic: ShopTraffic;
  readonly #mark: string;
  readonly #isTaxed: boolean;
  #count = 0;

  constructor(platform: Platform, traffic: ShopTraffic, mark: string, { isTaxed = false } = {}) {
    this.#platform = platform;
    this.#traffic = traffic;
    this.#isTaxed = isTaxed;
    // Purchases of others in the same shop with this mark are not counted.
    this.#mark = `${mark}-${randomUUID().slice(0, 8)}`;
  }

  /** Buys in sequence until aborted, with `pauseMs` between two purchases. */
  async buyUntil(signal: AbortSignal, { concurrency = 1, pauseMs = 0 } = {}): Promise<void> {
    const one = async () => {
      while (!signal.aborted) {
        await this.#buy(signal);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, one));
  }

  async #buy(signal: AbortSignal): Promise<void> {
    this.#count += 1;
    const index = this.#count;
    const { publicUrl } = this.#platform;
    const code = this.#isTaxed ? codeFor(index) : undefined;
    const body = { successUrl: `${publicUrl}/success`, cancelUrl: `${publicUrl}/`, code };
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const from = `10.${(index >> 8) & 255}.${index & 255}.${attempt & 255}`;
      const reply = await this.#traffic.send({
        path: '/api/create-main-checkout',
        method: 'POST',
        body,
        // Like the page, one key per press.
        headers: { 'idempotency-key': randomUUID() },
        from,
      });
      if (reply.ending === 'ok') {
        const { url } = JSON.parse(reply.text) as { url: string };
        const email = `${this.#mark}-${index}@example.com`;
        // The payment page belongs to the provider, so the payment succeeds whatever happens to us.
        await platformClient(this.#platform).pay(sessionOf(url), email, 'paid', TAXED_COUNTRY);
        this.emails.push(email);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  /**
   * Waits until every buyer has the key.
   * @returns the books, which list what is missing after the timeout.
   */
  async settle(
    databaseOf: (service: string) => Connection,
    seconds: number,
    options: { hasWebhook?: boolean } = {},
  ): Promise<Books> {
    const end = performance.now() + seconds * 1000;
    const client = platformClient(this.#platform);
    const keys = new Map<string, string[]>();
    const read = async (email: string) => {
      const mails = await client.mailsTo(email);
      keys.set(
        email,
        mails.map(({ textBody }) => LICENSE_KEY.exec(textBody)?.[0] ?? 'no key'),
      );
      return mails.length > 0;
    };
    await until(
      'everybody who paid has a mail',
      async () => {
        for (const email of this.emails)
          if ((keys.get(email)?.length ?? 0) === 0 && !(await read(email))) return false;
        return true;
      },
      seconds,
    ).catch(() => undefined);
    for (const email of this.emails) await read(email);
    const ordered = databaseOf('commerce').collection('orders');
    const orderIds = await ordered.distinct('_id', {
      customerEmail: { $in: this.emails },
      status: 'completed',
    });
    const deliveries = databaseOf('commerce').collection('webhook_deliveries');
    const delivered = { orderId: { $in: orderIds.map(String) }, state: 'delivered' };
    if (options.hasWebhook)
      await until(
        'every order webhook arrived',
        async () => (await deliveries.countDocuments(delivered)) >= this.emails.length,
        Math.max(0, (end - performance.now()) / 1000),
      ).catch(() => undefined);
    const webhooks = await deliveries.countDocuments(delivered);
    const queued = await deliveries.countDocuments({ orderId: delivered.orderId });
    const all = [...keys.values()].flat();
    const ofOurs = { email: { $in: this.emails } };
    const paid = this.emails.length;
    const orders = orderIds.length;
    const licenses = databaseOf('licensing').collection('licenses');
    const issued = await licenses.countDocuments(ofOurs);
    const licensed = (await licenses.distinct('orderId', ofOurs)).length;
    const withoutMail = [...keys.values()].filter(({ length }) => length === 0).length;
    return {
      paid,
      orders,
      licenses: issued,
      mails: all.length,
      ...(options.hasWebhook ? { webhooks } : {}),
      lost: Math.max(paid - licensed, withoutMail, options.hasWebhook ? paid - queued : 0),
      doubled: issued - licensed + (all.length - new Set(all).size),
      ...(this.#isTaxed && {
        miscalculated: await countMiscalculated(databaseOf('commerce'), this.emails),
      }),
    };
  }
}
