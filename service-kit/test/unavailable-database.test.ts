import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { isDatabaseDown } from '../src/data/database.ts';

const failed = (code: number) => new mongoose.mongo.MongoServerError({ code, errmsg: 'failed' });

describe('a database that replies but accepts no write', () => {
  it.each([
    ['has no room left', 14031],
    ['is no longer the primary', 10107],
    ['does not reach its shard', 6],
    ['does not reach its shard in time', 262],
    ['is closing', 91],
    ['has restarted during a read', 43],
    ['is busy with other writes to the same document', 112],
    ['waits too long for another write', 24],
    ['gets no reply from its majority in time', 64],
    ['has no memory for another write', 365],
  ])('counts as unavailable when it %s, so that buyers are asked to try again', (_how, code) => {
    expect(isDatabaseDown(failed(code))).toBe(true);
  });

  it('does not hide an error of the request itself', () => {
    expect(isDatabaseDown(failed(11000))).toBe(false);
    expect(isDatabaseDown(failed(2))).toBe(false);
  });
});

describe('a database that is too busy for another connection', () => {
  it('counts as unavailable', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    // With a load balancer the driver does not check servers first, so the operation itself waits for its connection.
    const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/?loadBalanced=true`, {
      waitQueueTimeoutMS: 50,
    });
    const error = await client
      .db('busy')
      .command({ ping: 1 })
      .catch((err: unknown) => err);
    await client.close();
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(error).toHaveProperty('message', expect.stringContaining('checking out a connection'));
    expect(isDatabaseDown(error)).toBe(true);
  });
});

describe('a database that a bulk write cannot reach', () => {
  it('counts as unavailable, although the driver drops the cause', async () => {
    // With a load balancer the driver does not check servers first, so the writes themselves fail.
    const client = new mongoose.mongo.MongoClient('mongodb://127.0.0.1:9/?loadBalanced=true');
    const error = await client
      .db('away')
      .collection('things')
      .insertMany([{}])
      .catch((err: unknown) => err);
    await client.close();
    expect(error).toBeInstanceOf(mongoose.mongo.MongoBulkWriteError);
    expect(isDatabaseDown(error)).toBe(true);
  });
});

describe('a database whose connection ends at the moment of a command', () => {
  it('counts as unavailable because of the socket error that the driver passes on', async () => {
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
