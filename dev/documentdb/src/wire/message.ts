import { CommandError } from '../errors/command-error.ts';
import { endOfDocument } from './validate-bson.ts';

export const opcode = { reply: 1, query: 2004, compressed: 2012, message: 2013 } as const;
export const headerLength = 16;

/** MongoDB's own limit, announced by hello. */
export const maxMessageLength = 48_000_000;

const flags = { checksumPresent: 1, moreToCome: 2, mustUnderstand: 0xffff & ~3 } as const;

export interface Message {
  requestId: number;
  /** The frame type of the reply. An old client's first hello is an OP_QUERY. */
  answerAs: typeof opcode.message | typeof opcode.reply;
  /** The client expects no reply (write concern 0). */
  isUnacknowledged: boolean;
  command: Buffer;
  /** Document sequences beside the command: `documents`, `updates`, `deletes`. */
  sequences: Map<string, Buffer>;
}

function readSequence(frame: Buffer, start: number, end: number): [string, Buffer] {
  const zero = frame.indexOf(0, start);
  if (zero < 0 || zero >= end) throw new CommandError(22, 'A document sequence has no name');
  const documents = frame.subarray(zero + 1, end);
  for (let at = 0; at < documents.length;) at = endOfDocument(documents, at, documents.length);
  return [frame.toString('utf8', start, zero), documents];
}

function readOpMessage(frame: Buffer, requestId: number): Message {
  if (frame.length < headerLength + 5) throw new CommandError(17, 'OP_MSG is cut off');
  const bits = frame.readUInt32LE(headerLength);
  if (bits & flags.mustUnderstand)
    throw new CommandError(17, `Unknown required flags 0x${bits.toString(16)}`);
  const end = bits & flags.checksumPresent ? frame.length - 4 : frame.length;
  const sequences = new Map<string, Buffer>();
  let command: Buffer | undefined;
  for (let at = headerLength + 4; at < end;) {
    const kind = frame[at];
    at += 1;
    if (at + 4 > end) throw new CommandError(17, 'An OP_MSG section is cut off');
    const next = at + frame.readInt32LE(at);
    if (next < at + 5 || next > end) throw new CommandError(22, 'An OP_MSG section has a wrong length');
    if (kind === 0 && !command) {
      endOfDocument(frame, at, next);
      command = frame.subarray(at, next);
    } else if (kind === 1) {
      const [name, documents] = readSequence(frame, at + 4, next);
      if (sequences.has(name)) throw new CommandError(17, `Section ${name} is there twice`);
      sequences.set(name, documents);
    } else {
      throw new CommandError(17, `OP_MSG section of kind ${kind} is not expected`);
    }
    at = next;
  }
  if (!command) throw new CommandError(17, 'OP_MSG holds no command');
  const isUnacknowledged = (bits & flags.moreToCome) !== 0;
  return { requestId, answerAs: opcode.message, isUnacknowledged, command, sequences };
}

function readOpQuery(frame: Buffer, requestId: number): Message {
  const nameEnd = frame.indexOf(0, headerLength + 4);
  const start = nameEnd + 1 + 8;
  if (nameEnd < 0 || start + 5 > frame.length) throw new CommandError(17, 'OP_QUERY is cut off');
  const end = endOfDocument(frame, start, frame.length);
  const command = frame.subarray(start, end);
  return { requestId, answerAs: opcode.reply, isUnacknowledged: false, command, sequences: new Map() };
}

/**
 * Reads one whole frame.
 * @throws CommandError ProtocolError or InvalidBSON
 */
export function readMessage(frame: Buffer): Message {
  const requestId = frame.readInt32LE(4);
  const operation = frame.readInt32LE(12);
  if (operation === opcode.message) return readOpMessage(frame, requestId);
  if (operation === opcode.query) return readOpQuery(frame, requestId);
  throw new CommandError(17, `Unsupported operation code ${operation}`);
}

/** Frames a reply. OP_REPLY's flag for a failed query is not needed, because the document has `ok: 0`. */
export function writeAnswer(answerAs: Message['answerAs'], responseTo: number, document: Uint8Array): Buffer {
  const prefix = answerAs === opcode.message ? 5 : 20;
  const frame = Buffer.alloc(headerLength + prefix + document.length);
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(responseTo, 8);
  frame.writeInt32LE(answerAs, 12);
  if (answerAs === opcode.reply) {
    frame.writeInt32LE(8, headerLength);
    frame.writeInt32LE(1, headerLength + 16);
  }
  frame.set(document, headerLength + prefix);
  return frame;
}
