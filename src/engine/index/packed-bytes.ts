import { invariant } from "../../kit/errors.ts";

/*
 * Numbers and strings as bytes. A number takes 7 bits a byte, the lowest first; each different string is
 * kept once, in a table in front of the numbers, and named by its position there.
 */

export interface PackedWriter {
  bytes: Uint8Array<ArrayBuffer>;
  size: number;
  readonly strings: Map<string, number>;
}

const INITIAL_BYTES = 4_096;
/** A 32-bit number in 7 bits a byte. */
const NUMBER_BYTES = 5;
const MAX_NUMBER = 0xffff_ffff;

export function newPackedWriter(): PackedWriter {
  return { bytes: new Uint8Array(INITIAL_BYTES), size: 0, strings: new Map() };
}

/** A whole number from 0 to 2^32 - 1. */
export function writeNumber(writer: PackedWriter, value: number): void {
  const at = writer.size;
  if (value >= 0 && value < 0x80 && at < writer.bytes.length) {
    writer.bytes[at] = value;
    writer.size = at + 1;
  } else writeLongNumber(writer, value);
}

function writeLongNumber(writer: PackedWriter, value: number): void {
  invariant(value >= 0 && value <= MAX_NUMBER, "a number of a record is one that can be packed");
  if (writer.size + NUMBER_BYTES > writer.bytes.length) grow(writer);
  let rest = value;
  for (; rest >= 0x80; rest = rest >>> 7) writer.bytes[writer.size++] = (rest & 0x7f) | 0x80;
  writer.bytes[writer.size++] = rest;
}

export function writeString(writer: PackedWriter, text: string): void {
  let at = writer.strings.get(text);
  if (at === undefined) {
    at = writer.strings.size;
    writer.strings.set(text, at);
  }
  writeNumber(writer, at);
}

function grow(writer: PackedWriter): void {
  const larger = new Uint8Array(writer.bytes.length * 2);
  larger.set(writer.bytes);
  writer.bytes = larger;
}

/** The strings and the numbers, in a buffer of their own. */
export function packedBytes(writer: PackedWriter): Uint8Array<ArrayBuffer> {
  const head = newPackedWriter();
  const texts = [...writer.strings.keys()];
  const joined = texts.join("");
  // A name cut in the middle of a wide character has half of it, which UTF-8 cannot say.
  const isWide = /\p{Surrogate}/u.test(joined);
  const text = isWide ? utf16Bytes(joined) : new TextEncoder().encode(joined);
  writeNumber(head, texts.length);
  for (const one of texts) writeNumber(head, one.length);
  writeNumber(head, isWide ? 1 : 0);
  writeNumber(head, text.length);
  writeNumber(head, writer.size);
  const packed = new Uint8Array(head.size + text.length + writer.size);
  packed.set(head.bytes.subarray(0, head.size));
  packed.set(text, head.size);
  packed.set(writer.bytes.subarray(0, writer.size), head.size + text.length);
  return packed;
}

function utf16Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[at * 2] = unit & 0xff;
    bytes[at * 2 + 1] = unit >> 8;
  }
  return bytes;
}

export interface PackedReader {
  readonly bytes: Uint8Array;
  at: number;
  readonly strings: string[];
}

/** @throws Bug  when the bytes are not those that `packedBytes` gave, as far as their lengths show */
export function newPackedReader(bytes: Uint8Array): PackedReader {
  const reader: PackedReader = { bytes, at: 0, strings: [] };
  const count = readNumber(reader);
  invariant(count <= bytes.length, "packed strings have room for their lengths");
  const lengths = new Array<number>(count);
  for (let i = 0; i < count; i++) lengths[i] = readNumber(reader);
  const isWide = readNumber(reader) === 1;
  const textSize = readNumber(reader);
  const numbersSize = readNumber(reader);
  invariant(reader.at + textSize + numbersSize === bytes.length, "packed bytes are whole");
  const text = decodeText(bytes.subarray(reader.at, reader.at + textSize), isWide);
  reader.at += textSize;
  let start = 0;
  for (const length of lengths) {
    reader.strings.push(text.slice(start, start + length));
    start += length;
  }
  invariant(start === text.length, "packed strings have their lengths");
  return reader;
}

function decodeText(bytes: Uint8Array, isWide: boolean): string {
  if (!isWide) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 2) {
    parts.push(String.fromCharCode((bytes[at] as number) | ((bytes[at + 1] as number) << 8)));
  }
  return parts.join("");
}

export function readNumber(reader: PackedReader): number {
  const { bytes } = reader;
  let byte = bytes[reader.at++];
  if (byte === undefined) return tooShort();
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  for (let factor = 0x80; ; factor *= 0x80) {
    byte = bytes[reader.at++];
    if (byte === undefined) return tooShort();
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) break;
    invariant(value <= MAX_NUMBER, "a packed number has 32 bits");
  }
  return value;
}

function tooShort(): never {
  invariant(false, "packed bytes do not end in the middle");
}

export function readString(reader: PackedReader): string {
  const text = reader.strings[readNumber(reader)];
  invariant(text !== undefined, "a packed string is in the table");
  return text;
}
