import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { describeOnDebian, useEngine } from './engine.ts';
import { frameOf, RawClient } from './raw-client.ts';

const ping = { ping: 1, $db: 'admin' };

/** A frame with a valid header and a custom body. */
function frameWith(body: Buffer, { opcode = 2013, length = 16 + body.length } = {}): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(length, 0);
  header.writeInt32LE(77, 4);
  header.writeInt32LE(opcode, 12);
  return Buffer.concat([header, body]);
}

const flagsAndKind = Buffer.alloc(5);
const unreadable: { title: string; bytes: Buffer; code: number }[] = [
  {
    title: 'a message longer than allowed',
    bytes: frameWith(Buffer.alloc(0), { length: 48_000_001 }),
    code: 10334,
  },
  { title: 'a length below that of a header', bytes: frameWith(Buffer.alloc(0), { length: 7 }), code: 17 },
  { title: 'a negative length', bytes: frameWith(Buffer.alloc(0), { length: -1 }), code: 17 },
  { title: 'an unknown operation', bytes: frameWith(Buffer.alloc(20), { opcode: 4242 }), code: 17 },
  {
    title: 'a compressed message, which was never agreed',
    bytes: frameWith(Buffer.alloc(20), { opcode: 2012 }),
    code: 17,
  },
  { title: 'an OP_MSG without a section', bytes: frameWith(Buffer.alloc(4)), code: 17 },
  {
    title: 'unknown flags that must be understood',
    bytes: frameWith(Buffer.concat([Buffer.from([4, 0, 0, 0, 0]), frameOf(ping).subarray(21)])),
    code: 17,
  },
  {
    title: 'an unknown kind of section',
    bytes: frameWith(Buffer.from([0, 0, 0, 0, 9, 5, 0, 0, 0, 0])),
    code: 17,
  },
  {
    title: 'two commands in one message',
    bytes: frameWith(Buffer.concat([flagsAndKind, frameOf(ping).subarray(21), frameOf(ping).subarray(20)])),
    code: 17,
  },
  {
    title: 'a section that runs past its message',
    bytes: frameWith(Buffer.concat([flagsAndKind, Buffer.from([200, 0, 0, 0, 0])])),
    code: 22,
  },
  {
    title: 'a string with a wrong length',
    bytes: frameWith(
      Buffer.concat([flagsAndKind, Buffer.from([15, 0, 0, 0, 2, 97, 0, 99, 0, 0, 0, 97, 0, 0, 0])]),
    ),
    code: 22,
  },
  {
    title: 'an unknown type of BSON',
    bytes: frameWith(Buffer.concat([flagsAndKind, Buffer.from([8, 0, 0, 0, 0x55, 97, 0, 0])])),
    code: 22,
  },
];

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

describeOnDebian('a client that does not keep to the protocol', () => {
  const engine = useEngine();

  const expectAlive = async () => {
    expect(await engine.client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
  };

  it.each(unreadable)('gets an error and is disconnected: $title', async ({ bytes, code }) => {
    const client = await RawClient.open(engine.database.port);
    client.socket.write(bytes);

    expect(await client.next()).toMatchObject({ opcode: 2013, responseTo: 77, document: { ok: 0, code } });
    await client.closed();
    await expectAlive();
  });

  it('gets an error for a document that is nested too deeply', async () => {
    const client = await RawClient.open(engine.database.port);
    client.socket.write(frameOf({ find: 'c', filter: nested(190), $db: 'hostile' }));

    expect(await client.next()).toMatchObject({ document: { ok: 0, code: 15, codeName: 'Overflow' } });
  });

  it('is harmless with random bytes', async () => {
    for (let round = 0; round < 50; round++) {
      const client = await RawClient.open(engine.database.port);
      client.socket.end(randomBytes(1 + Math.floor(Math.random() * 400)));
      await client.closed();
    }

    await expectAlive();
  });

  it('is harmless with any single wrong byte in a command', async () => {
    const whole = frameOf({ find: 'c', filter: { a: 'text', b: [1, { c: true }] }, $db: 'hostile' });
    for (let at = 16; at < whole.length; at++) {
      const client = await RawClient.open(engine.database.port);
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      client.socket.end(damaged);
      await client.closed();
    }

    await expectAlive();
  }, 120_000);

  it('may send its bytes one at a time', async () => {
    const client = await RawClient.open(engine.database.port);
    client.socket.setNoDelay(true);
    for (const byte of frameOf(ping, 5)) {
      await new Promise((resolve) => client.socket.write(Buffer.from([byte]), resolve));
    }

    expect(await client.next()).toMatchObject({ responseTo: 5, document: { ok: 1 } });
    client.socket.destroy();
  });

  it('may send many commands in one packet and gets the replies in order', async () => {
    const client = await RawClient.open(engine.database.port);
    const requests = Array.from({ length: 30 }, (_, index) => index + 1);
    client.socket.write(Buffer.concat(requests.map((id) => frameOf(ping, id))));

    const answered: (number | undefined)[] = [];
    for (const _ of requests) answered.push((await client.next())?.responseTo);
    expect(answered).toEqual(requests);
    client.socket.destroy();
  });

  it('may close its half of the connection and still gets its reply', async () => {
    const client = await RawClient.open(engine.database.port, true);
    client.socket.end(frameOf({ find: 'c', $db: 'hostile' }, 9));

    expect(await client.next()).toMatchObject({ responseTo: 9, document: { ok: 1 } });
    client.socket.destroy();
  });

  it('may use the old hello command', async () => {
    const client = await RawClient.open(engine.database.port);
    const command = frameOf({ isMaster: 1, helloOk: true }).subarray(21);
    const query = Buffer.concat([Buffer.alloc(4), Buffer.from('admin.$cmd\0'), Buffer.alloc(8), command]);
    client.socket.write(frameWith(query, { opcode: 2004 }));

    expect(await client.next()).toMatchObject({
      opcode: 1,
      document: { ok: 1, setName: 'rs0', helloOk: true },
    });
    client.socket.destroy();
  });

  it('gets no reply to an unacknowledged write', async () => {
    const client = await RawClient.open(engine.database.port);
    const write = frameOf(
      { insert: 'quiet', documents: [{ _id: 1 }], writeConcern: { w: 0 }, $db: 'hostile' },
      1,
    );
    write.writeUInt32LE(2, 16);
    client.socket.write(Buffer.concat([write, frameOf(ping, 2)]));

    expect(await client.next()).toMatchObject({ responseTo: 2 });
    expect(await engine.client.db('hostile').collection('quiet').countDocuments()).toBe(1);
    client.socket.destroy();
  });
});
