import { describe, expect, it } from '@jest/globals';
import { BSON } from 'bson';
import fc from 'fast-check';
import { CommandError } from '../src/errors/command-error.ts';
import { codeOfPackedState, codeOfState, packState } from '../src/errors/engine-states.ts';
import { FrameReader } from '../src/wire/frame-reader.ts';
import { readMessage, writeAnswer } from '../src/wire/message.ts';
import { RawDocument } from '../src/wire/raw-document.ts';
import { endOfDocument } from '../src/wire/validate-bson.ts';
import { frameOf } from './raw-client.ts';

const bsonValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array().map((bytes) => new BSON.Binary(bytes)),
    fc.constant(new BSON.ObjectId()),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => BSON.Long.fromBigInt(value)),
    fc.constant(/a+/i),
    fc.constant(new BSON.Code('return a', { a: 1 })),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string().map(withoutZero), tie('value'), { maxKeys: 4 }),
  ),
})).value;
const bsonDocument = fc.dictionary(fc.string().map(withoutZero), bsonValue);

function withoutZero(name: string): string {
  return name.replaceAll('\0', '') || 'a';
}

describe('frames of a TCP stream', () => {
  it('are complete for any chunks of the stream', () => {
    const commands = fc.array(
      bsonDocument.map((fields) => frameOf({ command: 1, ...fields })),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(commands, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (frames, cuts) => {
        const stream = Buffer.concat(frames);
        const reader = new FrameReader();
        const seen: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const next = at + (cuts[turn % cuts.length] ?? 1);
          seen.push(...reader.push(stream.subarray(at, next)));
          at = next;
        }
        expect(Buffer.concat(seen).equals(stream)).toBe(true);
        expect(seen).toHaveLength(frames.length);
      }),
      { numRuns: 100 },
    );
  });

  it('have a checksum if the client requests one', () => {
    const frame = Buffer.concat([frameOf({ ping: 1 }), Buffer.alloc(4)]);
    frame.writeInt32LE(frame.length, 0);
    frame.writeUInt32LE(1, 16);

    expect(new RawDocument(readMessage(frame).command).firstField).toBe('ping');
  });

  it('contain the reply to their request', () => {
    const reply = writeAnswer(2013, 7, BSON.serialize({ ok: 1 }));

    expect([reply.readInt32LE(0), reply.readInt32LE(8), reply.readInt32LE(12)]).toEqual([
      reply.length,
      7,
      2013,
    ]);
    expect(BSON.deserialize(reply.subarray(21))).toEqual({ ok: 1 });
  });
});

describe('the validation of a document', () => {
  it('ends at the end of every document', () => {
    fc.assert(
      fc.property(bsonDocument, (document) => {
        const bytes = Buffer.from(BSON.serialize(document));
        expect(endOfDocument(bytes, 0, bytes.length)).toBe(bytes.length);
      }),
    );
  });

  it('accepts or refuses any bytes with InvalidBSON', () => {
    const damaged = fc
      .tuple(bsonDocument, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1 }))
      .map(([document, changes]) => {
        const bytes = Buffer.from(BSON.serialize(document));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      });
    fc.assert(
      fc.property(damaged, (bytes) => {
        try {
          expect(endOfDocument(bytes, 0, bytes.length)).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the engine's error states", () => {
  it.each([
    ['M0000', 1],
    ['M0001', 2],
    ['M001C', 11000],
    ['23505', 11000],
    ['23P01', 11000],
    ['40001', 112],
    ['40P01', 112],
    ['55P03', 24],
    ['57014', 50],
    ['42P01', 26],
    ['0A000', 115],
    ['53100', 14031],
    ['XX000', 1],
    ['MZZZZ', 8],
    ['99P99', 8],
  ])('%s is %i', (state, code) => {
    expect(codeOfState(state)).toBe(code);
    expect(codeOfPackedState(packState(state))).toBe(code);
  });

  it("leaves MongoDB's own numbers as they are", () => {
    expect(codeOfPackedState(11000)).toBe(11000);
    expect(codeOfPackedState(687_865_856 + 72)).toBe(72);
  });
});
