/** A file that is designed to hold up its reader. */
export type HostileFile = {
  readonly title: string
  readonly type: 'text/csv' | 'application/x-ndjson'
  /** The file, of about this many bytes, in pieces. */
  readonly pieces: (size: number) => Generator<Buffer>
}

const PIECE = 64 * 1024

/** A beginning, a part repeated to the size, and an end. */
function repeated(start: string, part: string | ((at: number) => string), end = '') {
  return function* pieces(size: number): Generator<Buffer> {
    let text = start
    for (let at = 0, written = 0; written < size; at++) {
      const more = typeof part === 'string' ? part : part(at)
      text += more
      written += more.length
      if (text.length < PIECE) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text + end)
  }
}

const csv = (title: string, pieces: HostileFile['pieces']): HostileFile => ({ title, type: 'text/csv', pieces })
const ndjson = (title: string, pieces: HostileFile['pieces']): HostileFile => ({
  title,
  type: 'application/x-ndjson',
  pieces,
})
/** The size of one row, just below the limit. */
const ROW = 990_000

/** Hostile files for a feed with these four columns. */
export function hostileFiles(columns: readonly [string, string, string, string]): readonly HostileFile[] {
  const header = `${columns.join(',')}\n`
  // Rows after an ambiguous date are held until the file has ended.
  const inTwoWays = `A,B,1,3/4/2014\n`
  const objectInTwoWays = `{"${columns[0]}":"A","${columns[3]}":"3/4/2014"}\n`
  const rowsOf = (part: (length: number) => string) => {
    const row = part(ROW)
    return repeated(header, row)
  }
  return [
    csv('blank lines', repeated(header, '\n')),
    csv('blank lines that end in CRLF', repeated(header, '\r\n')),
    csv('rows of one letter', repeated(header, 'x\n')),
    csv('a header and rows of one column', repeated(`${columns[0]}\n`, 'x\n')),
    csv('rows that lack a cell', repeated(header, 'A,B,1\n')),
    csv('rows of empty cells', repeated(header, ',,,\n')),
    csv(
      'rows of a million columns',
      rowsOf((length) => `x${','.repeat(length)}\n`),
    ),
    csv('a header of a million columns', repeated('a', ',b')),
    csv('a quote that is never closed', repeated(`${header}A,"`, 'x,y\n')),
    csv('quotes in every row', repeated(header, 'A,5" SHELF,1,\n')),
    csv(
      'a row of quotes',
      rowsOf((length) => `${'a'.repeat(length / 2)}${'"'.repeat(length / 2)}\n`),
    ),
    csv(
      'a cell of doubled quotes',
      rowsOf((length) => `"${'""'.repeat(length / 2)}",B,1,\n`),
    ),
    csv(
      'line breaks within a cell',
      rowsOf((length) => `A,"${'\r\n'.repeat(length / 2)}",1,\n`),
    ),
    csv('an endless line', repeated(`${header}A`, 'xxxxxxxxxxxxxxxx')),
    csv(
      'a cell of a million letters in each column',
      repeated(header, () => `${`${'x'.repeat(ROW / 4)},`.repeat(3)}y\n`),
    ),
    csv(
      'a number of an order of 900,000 blanks',
      rowsOf((length) => `"${'\u200b'.repeat(length / 3)}",B,1,\n`),
    ),
    csv('bytes that are no UTF-8', repeated(header, '\uFFFD,\uFFFD,1,\n')),
    csv('broken quotes behind a date that can be read in two ways', repeated(header + inTwoWays, '"x"y\n')),
    csv('rows of one letter behind such a date', repeated(header + inTwoWays, 'x\n')),
    ndjson('lines that are no objects behind such a date', repeated(objectInTwoWays, 'x\n')),
    csv(
      'one order of many lines',
      repeated(header, (at) => `ONE,S${at},1,\n`),
    ),
    csv('one line of an order again and again', repeated(header, 'ONE,SAME,1,\n')),
    csv(
      'many orders that lack a SKU',
      repeated(header, (at) => `A${at},,1,\n`),
    ),
    ...hostileObjects(columns),
  ]
}

function hostileObjects(columns: readonly [string, string, string, string]): readonly HostileFile[] {
  const object = `{"${columns[0]}":"A","${columns[1]}":"B"}\n`
  return [
    ndjson('blank lines of NDJSON', repeated(object, '\n')),
    ndjson('lines that are no objects', repeated(object, 'x\n')),
    ndjson('objects that are not closed', repeated(object, '{\n')),
    ndjson('objects that are closed only', repeated(object, '{x}\n')),
    ndjson('an endless object', repeated(`${object}{"a":"`, 'xxxxxxxxxxxxxxxx')),
    ndjson(
      'brackets within brackets',
      repeated(object, () => `{"${columns[0]}":${'['.repeat(49_000)}${']'.repeat(49_000)}}\n`),
    ),
    ndjson(
      'objects of many keys',
      repeated(object, (at) => `{${keys(at)}"${columns[0]}":1}\n`),
    ),
  ]
}

function keys(at: number): string {
  return Array.from({ length: 8_000 }, (_, key) => `"k${at}_${key}":0,`)
    .join('')
    .slice(0, 98_000)
    .replace(/[^,]*$/, '')
}
