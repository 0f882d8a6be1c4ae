import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { isDatabaseDown } from '../src/data/database.ts';

const failed = (code: number) => new mongoose.mongo.MongoServerError({ code, errmsg: 'failed' });

describe('a database that is there and takes no write', () => {
  it.each([
    ['has no room left', 14031],
    ['is not the primary any more', 10107],
    ['is closing', 91],
  ])('counts as unavailable when it %s, so that a buyer is asked to come back', (_how, code) => {
    expect(isDatabaseDown(failed(code))).toBe(true);
  });

  it('does not hide an error of the request itself', () => {
    expect(isDatabaseDown(failed(11000))).toBe(false);
    expect(isDatabaseDown(failed(2))).toBe(false);
  });
});

describe('a database whose connection ends at the moment of a command', () => {
  it('counts as unavailable by what the socket says, which the driver passes on', async () => {
    const server = createServer((socket) => socket.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    await once(socket, 'end');
    const error = await new Promise((resolve) => socket.on('error', () => {}).write('command', resolve));
    server.close();
    expect(error).not.toBeInstanceOf(mongoose.mongo.MongoError);
    expect(isDatabaseDown(error)).toBe(true);
  });
});
