import { Readable } from 'node:stream'
import { streamXlsxRows } from 'hucre/xlsx'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AppError } from '../../process/app-error.ts'
import { MAX_COLUMNS, MAX_ROWS, TOO_MANY_ROWS } from './import-limits.ts'
import { plainWorkbook } from './import-plain-workbook.ts'
import type { SheetRow } from './import-sheet.ts'

const MAX_ENTRIES = 2000
/** Unpacked, the parts that are read. A sheet of 20,000 rows with ten columns has some 20 MB. */
const LARGEST_PART = 45_000_000
/** Those that list what is where. They are read as a tree, which takes many times their size. */
const LARGEST_DIRECTORY = 500_000

/** With the empty ones, which formatting alone can make. */
const MAX_ROWS_SEEN = 100_000

const MOSTLY_EMPTY =
  'The sheet goes on for more than 100,000 rows, most of them empty: copy those with users into a new one.'
const NO_WORKBOOK = 'This is a ZIP archive, but no Excel workbook that can be read: save the sheet as .xlsx or as CSV.'
const BROKEN = 'This workbook is damaged and cannot be read: save it anew as .xlsx, or as CSV.'
const TOO_LARGE = 'Unpacked, this workbook is far larger than a list of users can be: it is not read.'
const ENCRYPTED = 'This archive is encrypted: save the workbook without a password.'

/**
 * The rows of a workbook's first sheet, and the names of the others. Only the parts that are needed are unpacked, each
 * within its limit, counted as they come; what reads the sheet never sees the archive itself. Throws an AppError.
 */
export async function readWorkbook(bytes: Buffer): Promise<{ rows: SheetRow[]; otherSheets: string[] }> {
  const { sheet, texts, sheets } = await partsOf(bytes)
  const formulas = formulasOf(sheet.toString('utf8'))
  const rows: SheetRow[] = []
  let last = 0
  let seen = 0
  for await (const row of streamXlsxRows(Readable.toWeb(Readable.from(plainWorkbook({ sheet, texts }))))) {
    // Numbers of rows that make no sense are counted instead.
    const line = Number.isSafeInteger(row.index) && row.index >= last ? row.index + 1 : last + 1
    last = line
    const cells = row.values.slice(0, MAX_COLUMNS).map(textOf)
    const columns = formulas.get(line)
    const isBlank = cells.every((cell) => cell === '') && row.values.length <= MAX_COLUMNS && !columns
    seen += 1
    if (seen > MAX_ROWS_SEEN) throw new AppError('too_large', MOSTLY_EMPTY)
    if (isBlank) continue
    if (rows.length > MAX_ROWS) throw new AppError('too_large', TOO_MANY_ROWS)
    rows.push({
      line,
      cells,
      ...(columns && { formulas: columns }),
      ...(row.values.length > MAX_COLUMNS && { fault: `This row has more than ${MAX_COLUMNS} columns` }),
    })
  }
  return { rows, otherSheets: sheets.slice(1) }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return value === null || value === undefined ? '' : String(value as string | number | boolean).trim()
}

type Parts = { sheet: Buffer; texts: Buffer | undefined; sheets: string[] }

/** Unpacks the first sheet and the texts, and what tells where they are. */
async function partsOf(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes).catch(() => {
    throw new AppError('unsupported_file', BROKEN)
  })
  const entries = await entriesOf(zip)
  const take = (name: string, most: number): Promise<Buffer> => {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw new AppError('unsupported_file', NO_WORKBOOK)
    return unpack(zip, entry, most)
  }
  const takeText = async (name: string) => (await take(name, LARGEST_DIRECTORY)).toString('utf8')
  const workbookPath = targetOf(await takeText('_rels/.rels'), 'officeDocument', '')
  const folder = workbookPath.slice(0, workbookPath.lastIndexOf('/') + 1)
  const sheets = elements(await takeText(workbookPath), 'sheet')
  const relations = await takeText(`${folder}_rels/${workbookPath.slice(folder.length)}.rels`)
  const id = Object.entries(sheets[0] ?? {}).find(([name]) => /:id$/i.test(name))?.[1]
  const texts = targetOf(relations, 'sharedStrings', folder)
  return {
    sheet: await take(targetOf(relations, 'worksheet', folder, id), LARGEST_PART),
    texts: entries.has(texts.toLowerCase()) ? await take(texts, LARGEST_PART) : undefined,
    sheets: sheets.map(({ name }) => name ?? ''),
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new AppError('too_large', TOO_LARGE)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new AppError('unsupported_file', ENCRYPTED)
      entries.set(entry.fileName.toLowerCase(), entry)
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unsupported_file', BROKEN)
  }
  return entries
}

async function unpack(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw new AppError('too_large', TOO_LARGE)
  const pieces: Buffer[] = []
  let size = 0
  try {
    // What an entry says of its size need not be so.
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      size += (piece as Buffer).length
      if (size > most) throw new AppError('too_large', TOO_LARGE)
      pieces.push(piece as Buffer)
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unsupported_file', BROKEN)
  }
  return Buffer.concat(pieces)
}

type Attributes = Record<string, string>

/** The attributes of each element of a name, whatever its prefix. */
function elements(xml: string, name: string): Attributes[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^<>]{0,2000})>`, 'g'))].map(([, inside = '']) =>
    Object.fromEntries(
      [...inside.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key, double, single]) => [
        key,
        unescaped(double ?? single ?? ''),
      ]),
    ),
  )
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescaped = (text: string) =>
  text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => ENTITIES[name] ?? '')

/** Where a relation of a kind (and of an id, where one is given) leads; '' where there is none. */
function targetOf(relations: string, kind: string, folder: string, id?: string): string {
  const found = elements(relations, 'Relationship').find(
    (one) => one['Type']?.endsWith(`/${kind}`) && (id === undefined || one['Id'] === id),
  )?.['Target']
  if (found === undefined) return ''
  return found.startsWith('/') ? found.slice(1) : new URL(folder + found, 'file:///').pathname.slice(1)
}

/** Which columns of which rows hold a formula: nothing that reads the rows tells. */
function formulasOf(sheet: string): Map<number, number[]> {
  const found = new Map<number, number[]>()
  if (!/<(?:\w+:)?f[\s/>]/.test(sheet)) return found
  let row = 0
  let column = -1
  for (const [tag, name, inside = ''] of sheet.matchAll(/<(?:\w+:)?(row|c|f)(?=[\s/>])([^<>]*)>/g)) {
    const place = /\br\s*=\s*["']([A-Z]*)(\d*)["']/.exec(inside)
    if (name === 'row') {
      row = place?.[2] ? Number(place[2]) : row + 1
      column = -1
    } else if (name === 'c') column = place?.[1] ? columnOf(place[1]) : column + 1
    else if (tag) found.set(row, [...(found.get(row) ?? []), column].slice(0, MAX_COLUMNS))
  }
  return found
}

const columnOf = (letters: string) =>
  Array.from(letters.slice(0, 3)).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
