import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { AppError } from '../../process/app-error.ts'
import type { UnpackedPart, WorkbookParts } from './plain-workbook.ts'

const MAX_ENTRIES = 2000
/** Parts that list other parts. They are parsed into a tree, which takes many times their size. */
const LARGEST_DIRECTORY = 500_000
/** Shared strings and styles: held whole, three times over while they are read. */
const LARGEST_HELD = 40_000_000

const NO_WORKBOOK = 'This is a ZIP archive, but no Excel workbook that can be read: save the sheet as .xlsx or as CSV.'
const BROKEN = 'This workbook is damaged and cannot be read: save it again as .xlsx, or as CSV.'
/** The directory of a ZIP archive is at its end: without it the file is incomplete. */
const CUT_SHORT =
  'This ZIP archive or workbook is cut short: its end is missing. Get it once more, and send it when it has arrived whole.'
const ENCRYPTED = 'This archive is encrypted: save the workbook without a password.'

export type WorkbookLimits = {
  /** Bytes per unpacked part. */
  largestPart: number
  tooLarge: string
}

export type Workbook = {
  /** The names of the sheets, in order. */
  readonly sheets: readonly string[]
  /** Unpacks the parts that a sheet needs; the sheet itself while it is read. Throws an AppError. */
  partsOf(sheet: number): Promise<WorkbookParts>
}

/** Opens an archive from its bytes, or from a path. Throws an AppError. */
export async function openZip(source: Buffer | string): Promise<ZipFile> {
  const opened = typeof source === 'string' ? openPromise(source, { autoClose: false }) : fromBufferPromise(source)
  return await opened.catch((error: unknown) => {
    throw new AppError('unsupported_file', isCutShort(error) ? CUT_SHORT : BROKEN)
  })
}

const isCutShort = (error: unknown) => error instanceof Error && /end of central directory/i.test(error.message)

/** Lists the sheets of a workbook. Parts are unpacked within limits counted while unpacking. Throws an AppError. */
export async function openWorkbook(zip: ZipFile, limits: WorkbookLimits): Promise<Workbook> {
  const entries = await entriesOf(zip, limits)
  const find = (name: string, most: number): UnpackedPart => {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw new AppError('unsupported_file', NO_WORKBOOK)
    return partOf(zip, entry, { ...limits, largestPart: Math.min(most, limits.largestPart) })
  }
  const take = async (name: string, most: number): Promise<Buffer> => wholePart(find(name, most))
  const takeText = async (name: string) => (await take(name, LARGEST_DIRECTORY)).toString('utf8')
  const takeIfThere = async (name: string) =>
    entries.has(name.toLowerCase()) ? await take(name, LARGEST_HELD) : undefined
  const workbookPath = targetOf(await takeText('_rels/.rels'), 'officeDocument', '')
  const folder = workbookPath.slice(0, workbookPath.lastIndexOf('/') + 1)
  const workbook = await takeText(workbookPath)
  const sheets = elements(workbook, 'sheet')
  const relations = await takeText(`${folder}_rels/${workbookPath.slice(folder.length)}.rels`)
  const [properties] = elements(workbook, 'workbookPr')
  return {
    sheets: sheets.map(({ name }) => name ?? ''),
    partsOf: async (sheet) => {
      const id = Object.entries(sheets[sheet] ?? {}).find(([name]) => /:id$/i.test(name))?.[1]
      return {
        sheet: find(targetOf(relations, 'worksheet', folder, id), limits.largestPart),
        texts: await takeIfThere(targetOf(relations, 'sharedStrings', folder)),
        styles: await takeIfThere(targetOf(relations, 'styles', folder)),
        countsFrom1904: /^(1|true)$/.test(properties?.['date1904'] ?? ''),
      }
    },
  }
}

async function entriesOf(zip: ZipFile, { tooLarge }: WorkbookLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new AppError('too_large', tooLarge)
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

/** Opens a part of an archive. Throws an AppError if it is damaged or too large, now or while it is read. */
function partOf(zip: ZipFile, entry: Entry, { largestPart, tooLarge }: WorkbookLimits): UnpackedPart {
  const { uncompressedSize: size, crc32: crc } = entry
  if (size > largestPart) throw new AppError('too_large', tooLarge)
  return {
    size,
    crc,
    async *bytes() {
      let read = 0
      try {
        // The size that an entry declares may be wrong.
        for await (const piece of await zip.openReadStreamPromise(entry)) {
          read += (piece as Buffer).length
          if (read > largestPart) throw new AppError('too_large', tooLarge)
          yield piece as Buffer
        }
      } catch (error) {
        throw error instanceof AppError ? error : new AppError('unsupported_file', BROKEN)
      }
    },
  }
}

/** Reads all bytes of a part. Throws an AppError. */
export async function wholePart(part: UnpackedPart): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of part.bytes()) pieces.push(piece)
  return Buffer.concat(pieces)
}

type Attributes = Record<string, string>

/** The attributes of all elements of a name, whatever their prefix. */
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

/** The target of a relationship of a type and, if given, an id; '' if there is none. */
function targetOf(relations: string, kind: string, folder: string, id?: string): string {
  const found = elements(relations, 'Relationship').find(
    (one) => one['Type']?.endsWith(`/${kind}`) && (id === undefined || one['Id'] === id),
  )?.['Target']
  if (found === undefined) return ''
  return found.startsWith('/') ? found.slice(1) : new URL(folder + found, 'file:///').pathname.slice(1)
}
