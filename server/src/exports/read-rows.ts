import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { connectionOf } from '../database/connection-of.ts'
import { type Statement, withLiterals } from './statement.ts'

const LINE_FEED = 10
/** Bytes buffered before they are split into rows. */
const BATCH_BYTES = 131_072

type Row = Record<string, unknown>

/**
 * Reads the rows of a statement in batches and bounded memory. Uses the text format of COPY, because pg would create a
 * message, a string and a property for each cell. A row has its columns as properties, and decodes a cell on access.
 * The database runs ahead as far as the connection buffers.
 *
 * A reader that stops before the last row ends the connection, which would otherwise have to receive all rows first.
 */
export async function* readRows(connection: pg.ClientBase, statement: Statement): AsyncGenerator<readonly Row[]> {
  const columns = await columnsOf(connection, statement)
  // Plan for all rows, not for the first ones. No statement timeout: reading may take long, and a silent database is
  // detected elsewhere.
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

/** Creates a class for rows with these columns. */
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

/** Splits chunks of text into complete lines, without line ends. COPY has no line end within a row. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let held: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < BATCH_BYTES) continue
    const bytes = Buffer.concat(held)
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    held = [bytes.subarray(end)]
    size = bytes.length - end
    if (end > 0) yield bytes.toString('utf8', 0, end - 1).split('\n')
  }
  const rest = Buffer.concat(held)
  yield rest.length > 0 ? rest.toString('utf8', 0, rest.length - 1).split('\n') : []
}
