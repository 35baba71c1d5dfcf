import { isAscii, isUtf8 } from 'node:buffer'
import { withoutMark } from './sniff.ts'

/** Bytes that may be the beginning of a letter whose end comes in the next piece. */
const MAX_LETTER = 4

/**
 * The text of a file as UTF-8, without its mark, whatever it was written in: UTF-8, UTF-16 by its mark or its zeros, else
 * Windows-1250 where it has Polish letters within words, else Windows-1252. The first bytes beyond ASCII tell: what is no
 * UTF-8 from there on is Windows, and `found` is called with it.
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
    const all = isFirst ? withoutMark(joined) : joined
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
    // One damaged letter in a file of UTF-8 is read as such.
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

/** ł, ą, ż and ź of Windows-1250 between letters, where Windows-1252 has ³, ¹, ¿ and Ÿ, which stand within no word. */
const POLISH = /[a-z][\xB3\xB9\xBF\x9F][a-z]/i

/** Whether most letters beyond ASCII are written as UTF-8 writes them. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const beyond = bytes.toString('utf8').match(/[^\p{ASCII}]/gu) ?? []
  return beyond.filter((letter) => letter !== '\uFFFD').length > beyond.length / 2
}

/** Where the last letter ends that is there whole. */
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
