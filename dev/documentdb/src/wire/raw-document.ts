import { BSON, Long } from 'bson';

type Element = readonly [
  type: number,
  nameOffset: number,
  nameLength: number,
  offset: number,
  length: number,
];

export const bsonType = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  array: 0x04,
  binary: 0x05,
  boolean: 0x08,
  int32: 0x10,
  int64: 0x12,
} as const;

/** A BSON document that finds fields without decoding values, because most commands are passed on unchanged. */
export class RawDocument {
  readonly bytes: Buffer;
  readonly #elements = new Map<string, Element>();

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const element of BSON.onDemand.parseToElements(this.bytes) as Iterable<Element>) {
      this.#elements.set(this.bytes.toString('utf8', element[1], element[1] + element[2]), element);
    }
  }

  get firstField(): string {
    return this.#elements.keys().next().value ?? '';
  }

  get fieldNames(): IterableIterator<string> {
    return this.#elements.keys();
  }

  get size(): number {
    return this.#elements.size;
  }

  has(name: string): boolean {
    return this.#elements.has(name);
  }

  typeOf(name: string): number | undefined {
    return this.#elements.get(name)?.[0];
  }

  text(name: string): string | undefined {
    const element = this.#elements.get(name);
    if (element?.[0] !== bsonType.string) return undefined;
    return this.bytes.toString('utf8', element[3] + 4, element[3] + element[4] - 1);
  }

  number(name: string): number | undefined {
    const element = this.#elements.get(name);
    if (!element) return undefined;
    if (element[0] === bsonType.int32) return this.bytes.readInt32LE(element[3]);
    if (element[0] === bsonType.int64) return Number(this.bytes.readBigInt64LE(element[3]));
    return element[0] === bsonType.double ? this.bytes.readDoubleLE(element[3]) : undefined;
  }

  int64(name: string): bigint | undefined {
    const element = this.#elements.get(name);
    return element?.[0] === bsonType.int64 ? this.bytes.readBigInt64LE(element[3]) : undefined;
  }

  isTrue(name: string): boolean {
    const element = this.#elements.get(name);
    if (element?.[0] === bsonType.boolean) return this.bytes[element[3]] === 1;
    return Boolean(this.number(name));
  }

  /** A document or array in the field, also not decoded. */
  document(name: string): RawDocument | undefined {
    const element = this.#elements.get(name);
    if (element?.[0] !== bsonType.document && element?.[0] !== bsonType.array) return undefined;
    return new RawDocument(this.bytes.subarray(element[3], element[3] + element[4]));
  }

  binary(name: string): Buffer | undefined {
    const element = this.#elements.get(name);
    if (element?.[0] !== bsonType.binary) return undefined;
    return this.bytes.subarray(element[3] + 5, element[3] + element[4]);
  }

  decode(): BSON.Document {
    return BSON.deserialize(this.bytes);
  }

  /** Decodes without losing types: int64 values and doubles without a fraction keep their type when written again. */
  decodeExactly(): BSON.Document {
    return BSON.deserialize(this.bytes, { promoteValues: false });
  }
}

/** The reply of a successful command. */
export function okReply(fields: BSON.Document = {}): Uint8Array {
  return BSON.serialize({ ...fields, ok: 1 }, { ignoreUndefined: true });
}

export const asLong = (value: bigint): Long => Long.fromBigInt(value);
