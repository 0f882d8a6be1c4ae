import { BSON } from 'bson';
import { RawDocument } from '../wire/raw-document.ts';
import { codeOfPackedState } from '../errors/engine-states.ts';

export interface WriteError {
  index: number;
  code: number;
  errmsg: string;
  keyPattern?: BSON.Document;
  keyValue?: BSON.Document;
}

/** The write errors in a reply, with MongoDB's codes instead of the engine's. */
export function readWriteErrors(reply: Buffer): WriteError[] {
  const errors = new RawDocument(reply).document('writeErrors');
  if (!errors) return [];
  return Object.values(errors.decode()).map((error) => ({
    index: Number(error.index),
    code: codeOfPackedState(Number(error.code)),
    errmsg: String(error.errmsg),
  }));
}

export function replaceWriteErrors(reply: Buffer, writeErrors: WriteError[]): Uint8Array {
  return BSON.serialize(
    { ...new RawDocument(reply).decodeExactly(), writeErrors },
    { ignoreUndefined: true },
  );
}
