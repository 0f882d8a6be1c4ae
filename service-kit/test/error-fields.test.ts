import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import mongoose from 'mongoose';
import { runInNewContext } from 'node:vm';
import { buildLog } from '../src/telemetry/log.ts';

describe('an error in the log', () => {
  let captured: CapturedLog;
  beforeEach(() => {
    captured = captureLog();
  });
  afterEach(() => captured.stop());

  const logged = (err: unknown) => {
    buildLog({ service: 'svc-commerce', level: 'info' }).error({ err }, 'it failed');
    return captured.find('it failed')[0]?.err as Record<string, unknown>;
  };
  const nobodyListens = () =>
    mongoose
      .createConnection()
      .openUri('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 50 })
      .catch((err: unknown) => err);

  it('contains the message and the stack, without the driver’s data about its servers', async () => {
    const error = await nobodyListens();
    expect(error).toMatchObject({ reason: { servers: expect.anything() } });
    expect(logged(error)).toEqual({
      type: 'MongooseServerSelectionError',
      message: expect.any(String),
      stack: expect.stringContaining('error-fields.test.ts'),
    });
  });

  it('keeps simple fields and omits the data of the reply', () => {
    const refused = Object.assign(new Error('Your card was declined.'), {
      code: 'card_declined',
      statusCode: 402,
      payment_intent: { receipt_email: 'anna@example.com' },
      headers: { 'request-id': 'req_1' },
      keyValue: ['anna@example.com'],
    });
    expect(logged(refused)).toEqual({
      type: 'Error',
      message: 'Your card was declined.',
      stack: expect.any(String),
      code: 'card_declined',
      statusCode: 402,
    });
  });

  it('contains its causes and nested errors', () => {
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { port: 443, socket: {} });
    const failed = Object.assign(new Error('no reply', { cause: new Error('gave up') }), { detail: lost });
    const both = new AggregateError([failed, new Error('no mail either')], 'two steps failed');
    expect(logged(failed)).toMatchObject({
      message: 'no reply: gave up',
      stack: expect.stringContaining('caused by: Error: gave up'),
      detail: { message: 'connect ECONNREFUSED', port: 443 },
    });
    captured.stop();
    captured = captureLog();
    expect(logged(both)).toMatchObject({
      type: 'AggregateError',
      aggregateErrors: [{ detail: { port: 443 } }, { message: 'no mail either' }],
    });
    expect(JSON.stringify(captured.find('it failed'))).not.toContain('socket');
  });

  it('has the same fields if it comes from another realm', () => {
    const foreign: unknown = runInNewContext(
      'Object.assign(new Error("self-signed certificate"), { reply: {} })',
    );
    expect(logged(foreign)).toEqual({
      type: 'Error',
      message: 'self-signed certificate',
      stack: expect.any(String),
    });
  });

  it('is logged unchanged if it is not an Error', () => {
    expect(logged('a text that was thrown')).toBe('a text that was thrown');
  });
});
