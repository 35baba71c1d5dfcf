import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { connectionOf } from '../database/connection-of.ts'
import { type Statement, withLiterals } from './statement.ts'

const LINE_FEED = 10
/** Bytes of rows that are put together before they are read. */
const BATCH = 131_072

type Row = Record<string, unknown>

/**
 * The rows of a statement, some after the other, in bounded memory. They come as text of COPY, which is cut into rows and cells
 * at once: pg would make a message, a text and a property of each cell. A row knows its columns by name and reads a cell when it
 * is asked for it. The database goes on meanwhile, as far as the connection holds what it sends.
 *
 * Anyone who stops before the last row ends the connection: what is still under way would have to be read first.
 */
export async function* readRows(connection: pg.ClientBase, statement: Statement): AsyncGenerator<readonly Row[]> {
  const columns = await columnsOf(connection, statement)
  // All rows are read: the plan that is quickest to the last of them is wanted. They may take long, while silence is noticed.
  await connection.query('set local cursor_tuple_fraction = 1; set local statement_timeout = 0')
  const RowOfColumns = rowOf(columns)
  let isWhole = false
  try {
    for await (const lines of linesOf(connection.query(to(`copy (${withLiterals(statement)}) to stdout`))))
      yield lines.map((line) => new RowOfColumns(line.split('\t')))
    isWhole = true
  } finally {
    if (!isWhole) connectionOf(connection).connection.stream.destroy()
  }
}

type Column = { readonly name: string; readonly parse: ((text: string) => unknown) | undefined }

async function columnsOf(connection: pg.ClientBase, { text, values }: Statement): Promise<Column[]> {
  const { fields } = await connection.query(`select * from (${text}) columns limit 0`, values)
  return fields.map(({ name, dataTypeID }) => ({ name, parse: connection.getTypeParser(dataTypeID, 'text') }))
}

/** A class of rows with these columns. */
function rowOf(columns: readonly Column[]): new (cells: readonly string[]) => Row {
  class RowOfColumns {
    readonly cells: readonly string[]
    constructor(cells: readonly string[]) {
      this.cells = cells
    }
  }
  for (const [index, { name, parse }] of columns.entries())
    Object.defineProperty(RowOfColumns.prototype, name, {
      get(this: RowOfColumns) {
        return valueOf(this.cells[index] ?? '', parse)
      },
    })
  return RowOfColumns as unknown as new (cells: readonly string[]) => Row
}

function valueOf(cell: string, parse: Column['parse']): unknown {
  if (cell === '\\N') return null
  const text = cell.includes('\\') ? unescaped(cell) : cell
  return parse ? parse(text) : text
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const unescaped = (cell: string) => cell.replaceAll(/\\(.)/g, (_all, sign: string) => ESCAPES[sign] ?? sign)

/** The whole lines of a text in pieces, without their ends. COPY has no line end within a line. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let held: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < BATCH) continue
    const bytes = Buffer.concat(held)
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    held = [bytes.subarray(end)]
    size = bytes.length - end
    if (end > 0) yield bytes.toString('utf8', 0, end - 1).split('\n')
  }
  const rest = Buffer.concat(held)
  yield rest.length > 0 ? rest.toString('utf8', 0, rest.length - 1).split('\n') : []
}
