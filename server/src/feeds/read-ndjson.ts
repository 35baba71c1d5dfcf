import { type FileRow, LONGEST_ROW } from './read-csv.ts'

const NO_OBJECT = 'This line is no JSON object: each line of NDJSON is one, like {"orderNumber": "1", "SKU": "A", …}'
const NO_TEXT = 'A value on this line is neither text nor number'
const TOO_LONG = 'This line is longer than 1 MB: the file is read no further'
const NEWLINE = 10

/**
 * The rows of an NDJSON file, a batch for each piece of it: the values of `keys` in their order (compared without regard
 * to case), '' for one that is absent or null. Blank lines are left out.
 */
export async function* readNdjson(bytes: AsyncIterable<Buffer>, keys: readonly string[]): AsyncGenerator<FileRow[]> {
  const places = new Map(keys.map((key, place) => [key.toLowerCase(), place]))
  let line = 0
  let rest: Buffer[] = []
  let held = 0
  const read = (text: string): FileRow[] => {
    line++
    return text.trim() === '' ? [] : [readLine(text, line, places)]
  }
  for await (const chunk of bytes) {
    const batch: FileRow[] = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const piece = chunk.subarray(from, end)
      batch.push(...read(rest.length === 0 ? piece.toString() : Buffer.concat([...rest, piece]).toString()))
      rest = []
      held = 0
      from = end + 1
    }
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

function readLine(text: string, line: number, places: ReadonlyMap<string, number>): FileRow {
  const object = parseObject(text)
  if (!object) return { line, fault: NO_OBJECT, value: text }
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
