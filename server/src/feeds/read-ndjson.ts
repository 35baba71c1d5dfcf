import { type FileRow, LONGEST_ROW } from './read-csv.ts'

const NO_TEXT = 'A value on this line is neither text nor number'
const TOO_LONG = 'This line is longer than 1 MB: the file is read no further'
const LF = 10
const CR = 13

/**
 * The rows of an NDJSON file, a batch for each piece of it: the values of `keys` in their order (compared without regard
 * to case), '' for one that is absent or null. Lines end with LF, CRLF or CR. Blank ones are left out; one that is no object is told what one of this
 * feed looks like (`example`).
 */
export async function* readNdjson(
  bytes: AsyncIterable<Buffer>,
  keys: readonly string[],
  example: string,
): AsyncGenerator<FileRow[]> {
  const noObject = `This line is no JSON object: each line of NDJSON is one, like ${example}`
  const places = new Map(keys.map((key, place) => [key.toLowerCase(), place]))
  let line = 0
  let rest: Buffer[] = []
  let held = 0
  /** The piece before ended with a CR: an LF at the beginning of this one belongs to it. */
  let wasCr = false
  const read = (text: string): FileRow[] => {
    line++
    return text.trim() === '' ? [] : [readLine(text, { line, places, noObject })]
  }
  for await (const chunk of bytes) {
    const batch: FileRow[] = []
    const endAfter = lineEnds(chunk)
    let from = wasCr && chunk[0] === LF ? 1 : 0
    for (let end = endAfter(from); end !== -1; end = endAfter(from)) {
      const piece = chunk.subarray(from, end)
      batch.push(...read(rest.length === 0 ? piece.toString() : Buffer.concat([...rest, piece]).toString()))
      rest = []
      held = 0
      from = chunk[end] === CR && chunk[end + 1] === LF ? end + 2 : end + 1
    }
    wasCr = chunk.at(-1) === CR
    if (from < chunk.length) {
      rest.push(chunk.subarray(from))
      held += chunk.length - from
    }
    if (held > LONGEST_ROW) {
      yield [...batch, { line: line + 1, fault: TOO_LONG, value: '' }]
      return
    }
    if (batch.length > 0) yield batch
  }
  const last = held === 0 ? [] : read(Buffer.concat(rest).toString())
  if (last.length > 0) yield last
}

/** Finds the next end of a line in a piece of a file. */
function lineEnds(chunk: Buffer): (from: number) => number {
  const [lf, cr] = [LF, CR].map((sign) => {
    let at = -2
    // What is not there is not looked for again.
    return (from: number) => (at === -1 || at >= from ? at : (at = chunk.indexOf(sign, from)))
  })
  return (from) => {
    const [one = -1, other = -1] = [lf?.(from), cr?.(from)]
    return one === -1 || other === -1 ? Math.max(one, other) : Math.min(one, other)
  }
}

type Reading = { line: number; places: ReadonlyMap<string, number>; noObject: string }

function readLine(text: string, { line, places, noObject }: Reading): FileRow {
  const object = parseObject(text)
  if (!object) return { line, fault: noObject, value: text }
  const cells = Array.from<string>({ length: places.size }).fill('')
  for (const [key, value] of Object.entries(object)) {
    const place = places.get(key.trim().toLowerCase())
    if (place === undefined || value === null) continue
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!isPlain) return { line, fault: NO_TEXT, value: JSON.stringify(value) }
    cells[place] = String(value)
  }
  return { line, cells }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
