import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = {
  name: string
  data: string | Buffer
  /** The size that the directory states, if it is false. */
  statedSize?: number
  isEncrypted?: boolean
}

/** A ZIP archive, with the false statements of its parts. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const data = Buffer.from(part.data)
    const packed = deflateRawSync(data)
    const name = Buffer.from(part.name)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(part.isEncrypted ? 0x801 : 0x800, 2)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(data), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(part.statedSize ?? data.length, 18)
    header.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    locals.push(Buffer.from('PK\u0003\u0004'), header, name, packed)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), header, place, name)
    offset += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, listed, Buffer.from('PK\u0005\u0006'), end])
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook whose first sheet is this XML. */
export function makeWorkbook(
  sheet: ZipPart['data'],
  { statedSize, more = [] }: { statedSize?: number; more?: ZipPart[] } = {},
): Buffer {
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
  return makeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: '_rels/.rels', data: `<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>` },
    {
      name: 'xl/workbook.xml',
      data: '<workbook xmlns:r="r"><sheets><sheet name="Users" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: sheet,
      ...(statedSize !== undefined && { statedSize }),
    },
    ...more,
  ])
}
