import { numberText } from '@despatch/domain/money/float-noise'
import { isTurnUsedUp, nextTurn } from '../process/loop-budget.ts'
import { ByteHold } from './byte-hold.ts'
import { inPieces } from './bytes.ts'
import type { FileRow } from './csv-splitter.ts'
import type { FileCounts } from './read-csv.ts'
import { shortValue } from './short-value.ts'

/** Bytes per line: an object with many keys takes long to parse, and blocks the event loop. */
export const LONGEST_LINE = 100_000

const NO_TEXT = 'A value on this line is neither text nor number'
const TOO_EXACT =
  'A number on this line has more digits than JSON keeps, so it may have changed on its way: write it as a text, in quotes'
const TOO_LONG = 'This line is longer than 100 KB: a row of a feed is one flat object'
const LF = 10
const CR = 13

/**
 * Reads the rows of an NDJSON file in batches: for each of `keys`, in order and compared without regard to case, the
 * value, or '' if it is missing or null. Lines end with LF, CRLF or CR. Blank lines are counted and skipped. A line
 * that is no object is refused with an `example` of this feed.
 */
export async function* readNdjson(
  bytes: AsyncIterable<Buffer>,
  given: { keys: readonly string[]; example: string; counts?: FileCounts },
): AsyncGenerator<FileRow[]> {
  const { counts = { blankLines: 0 } } = given
  const readLine = lineReader(given)
  let batch: FileRow[] = []
  let line = 0
  /** The beginning of an incomplete line, unless it is too long already. */
  const held = new ByteHold()
  let isTooLong = false
  /** Whether the last chunk ended with a CR, so that an LF at the start of this one belongs to it. */
  let wasCr = false
  const hold = (piece: Buffer) => {
    isTooLong ||= held.size + piece.length > LONGEST_LINE
    if (isTooLong) held.clear()
    else held.add(piece)
  }
  const endLine = (piece: Buffer) => {
    line++
    if (isTooLong || held.size + piece.length > LONGEST_LINE) {
      held.clear()
      isTooLong = false
      batch.push({ line, fault: TOO_LONG, value: '' })
      return
    }
    const text = held.take(piece).toString().trim()
    if (text === '') counts.blankLines++
    else batch.push(readLine(text, line))
  }
  for await (const chunk of bytes) {
    for (const piece of inPieces(chunk)) {
      const endAfter = lineEnds(piece)
      let from = wasCr && piece[0] === LF ? 1 : 0
      for (let end = endAfter(from); end !== -1; end = endAfter(from)) {
        endLine(piece.subarray(from, end))
        from = piece[end] === CR && piece[end + 1] === LF ? end + 2 : end + 1
        if (!isTurnUsedUp()) continue
        if (batch.length > 0) yield batch
        batch = []
        await nextTurn()
      }
      wasCr = piece.at(-1) === CR
      if (from < piece.length) hold(piece.subarray(from))
      if (batch.length > 0) yield batch
      batch = []
      if (isTurnUsedUp()) await nextTurn()
    }
  }
  if (held.size > 0 || isTooLong) endLine(Buffer.alloc(0))
  if (batch.length > 0) yield batch
}

/** Returns a function that finds the next line end in a chunk. */
function lineEnds(chunk: Buffer): (from: number) => number {
  const [lf, cr] = [LF, CR].map((sign) => {
    let at = -2
    // Do not search again for a sign that the chunk does not have.
    return (from: number) => (at === -1 || at >= from ? at : (at = chunk.indexOf(sign, from)))
  })
  return (from) => {
    const [one = -1, other = -1] = [lf?.(from), cr?.(from)]
    return one === -1 || other === -1 ? Math.max(one, other) : Math.min(one, other)
  }
}

/** Returns a function that reads a line that is not blank. */
function lineReader({ keys, example }: { keys: readonly string[]; example: string }) {
  const noObject = `This line is no JSON object: each line of NDJSON is one, like ${example}`
  const places = new Map(keys.map((key, place) => [key.toLowerCase(), place]))
  return (text: string, line: number): FileRow => {
    const object = parseObject(text)
    if (!object) return { line, fault: noObject, value: shortValue(text) }
    const cells = Array.from<string>({ length: places.size }).fill('')
    for (const [key, value] of Object.entries(object)) {
      const place = places.get(key.trim().toLowerCase())
      if (place === undefined || value === null) continue
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      if (!isPlain) return { line, fault: NO_TEXT, value: shortValue(text) }
      if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
        return { line, fault: TOO_EXACT, value: shortValue(text) }
      cells[place] = typeof value === 'number' ? numberText(value) : String(value)
    }
    return { line, cells }
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  // Creating the error of a failed parse costs more than the rest of a line.
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
