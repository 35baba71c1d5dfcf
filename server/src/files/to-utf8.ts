import { isAscii, isUtf8 } from 'node:buffer'
import { stripByteOrderMark } from './sniff.ts'

/** Bytes that may be the start of a character that continues in the next chunk. */
const MAX_LETTER = 4

/**
 * Converts a file to UTF-8 without a byte order mark. Detects UTF-8; UTF-16 by its mark or its zero bytes; otherwise
 * Windows-1250 if Polish letters appear within words, else Windows-1252. The first non-ASCII bytes decide: if they are
 * not UTF-8 the file is Windows, and `found` is called with the encoding.
 */
export async function* toUtf8(
  bytes: AsyncIterable<Buffer>,
  found: (encoding: string) => void = () => undefined,
): AsyncGenerator<Buffer> {
  let decode: ((chunk: Buffer, isLast: boolean) => Buffer) | undefined
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue
    decode ??= decoderFor(chunk, found)
    const text = decode(chunk, false)
    if (text.length > 0) yield text
  }
  const rest = decode?.(Buffer.alloc(0), true)
  if (rest && rest.length > 0) yield rest
}

type Decode = (chunk: Buffer, isLast: boolean) => Buffer

function decoderFor(head: Buffer, found: (encoding: string) => void): Decode {
  const encoding = utf16Of(head)
  if (!encoding) return utf8OrWindows(found)
  const decoder = new TextDecoder(encoding)
  return (chunk, isLast) => Buffer.from(decoder.decode(chunk, { stream: !isLast }))
}

function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = head
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (head.length < MAX_LETTER) return undefined
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le'
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : undefined
}

function utf8OrWindows(found: (encoding: string) => void): Decode {
  let windows: TextDecoder | undefined
  let hasLetters = false
  let isFirst = true
  let held = Buffer.alloc(0)
  return (chunk, isLast) => {
    const joined = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const all = isFirst ? stripByteOrderMark(joined) : joined
    hasLetters ||= all.length < joined.length
    isFirst = isFirst && all.length === 0
    if (windows) return Buffer.from(windows.decode(all))
    const end = isLast ? all.length : wholeLetters(all)
    const whole = all.subarray(0, end)
    held = Buffer.from(all.subarray(end))
    if (isUtf8(whole)) {
      hasLetters ||= !isAscii(whole)
      return whole
    }
    // A single damaged character does not make a UTF-8 file Windows.
    if (hasLetters || isMostlyUtf8(whole)) {
      hasLetters = true
      return Buffer.from(whole.toString('utf8'))
    }
    windows = new TextDecoder(POLISH.test(all.toString('latin1')) ? 'windows-1250' : 'windows-1252')
    found(windows.encoding)
    held = Buffer.alloc(0)
    return Buffer.from(windows.decode(all))
  }
}

/**
 * ł, ą, ż and ź of Windows-1250 between letters. Windows-1252 has ³, ¹, ¿ and Ÿ there, which do not occur within words.
 */
const POLISH = /[a-z][\xB3\xB9\xBF\x9F][a-z]/i

/** Whether most non-ASCII characters are valid UTF-8. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const beyond = bytes.toString('utf8').match(/[^\p{ASCII}]/gu) ?? []
  return beyond.filter((letter) => letter !== '\uFFFD').length > beyond.length / 2
}

/** The end of the last complete character. */
function wholeLetters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(MAX_LETTER - 1, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}
