import { crc32 } from 'node:zlib'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'

const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`

/** A part that is unpacked while it is read, because it may be far larger than memory. */
export type UnpackedPart = { readonly size: number; readonly crc: number; bytes(): AsyncIterable<Buffer> }

/** The unpacked parts of a workbook that are read. */
export type WorkbookParts = {
  sheet: UnpackedPart
  texts?: Buffer | undefined
  /** Tells which numbers are dates; without it no number is. */
  styles?: Buffer | undefined
  /** Whether days count from 1904, as on old Macs. */
  countsFrom1904?: boolean
}

/**
 * Builds an uncompressed workbook of one sheet and its shared strings, in chunks. It contains nothing else of the
 * original, so hostile parts never reach the library that reads it.
 */
export async function* plainWorkbook({ sheet, texts, styles, countsFrom1904 }: WorkbookParts): AsyncGenerator<Buffer> {
  const relations = [relation(1, 'worksheet', 'worksheets/sheet1.xml')]
  if (texts) relations.push(relation(2, 'sharedStrings', 'sharedStrings.xml'))
  if (styles) relations.push(relation(3, 'styles', 'styles.xml'))
  const days = countsFrom1904 ? '<workbookPr date1904="1"/>' : ''
  yield* storedZip([
    ['[Content_Types].xml', partOf(Buffer.from(`<Types xmlns="${TYPES}"/>`))],
    ['_rels/.rels', relationsOf([relation(1, 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      partOf(
        Buffer.from(
          `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${days}<sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        ),
      ),
    ],
    ['xl/_rels/workbook.xml.rels', relationsOf(relations)],
    ...(texts ? [['xl/sharedStrings.xml', partOf(texts)] as const] : []),
    ...(styles ? [['xl/styles.xml', partOf(styles)] as const] : []),
    // Last: a reader needs the other parts first.
    ['xl/worksheets/sheet1.xml', sheet],
  ])
}

const relationsOf = (relations: string[]) =>
  partOf(Buffer.from(`<Relationships xmlns="${RELATIONS}">${relations.join('')}</Relationships>`))

/** As one chunk: the reader joins chunks of such parts one by one. */
const partOf = (data: Buffer): UnpackedPart => ({
  size: data.length,
  crc: crc32(data),
  async *bytes() {
    yield data
  },
})

async function* storedZip(parts: readonly (readonly [path: string, part: UnpackedPart])[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, { size, crc, bytes }] of parts) {
    const name = Buffer.from(path)
    // Version, flags (UTF-8 names), no compression, no time, checksum, both sizes, name length, no extra field.
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(0x800, 2)
    header.writeUInt32LE(crc, 10)
    header.writeUInt32LE(size, 14)
    header.writeUInt32LE(size, 18)
    header.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), header, place, name)
    yield Buffer.concat([Buffer.from('PK\u0003\u0004'), header, name])
    yield* bytes()
    offset += 30 + name.length + size
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  yield Buffer.concat([listed, Buffer.from('PK\u0005\u0006'), end])
}
