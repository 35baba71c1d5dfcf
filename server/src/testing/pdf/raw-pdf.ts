import { deflateSync } from 'node:zlib'

/** The text on the page of {@link rawPdf}. */
export const SHOWN = 'Broken on the way'
/** The content of a test's attachment or script. */
export const HIDDEN = 'Nobody may run this'

const stream = (dict: string, text: string) =>
  `<<${dict}/Length ${Buffer.byteLength(text)}>>\nstream\n${text}\nendstream`

/**
 * A one-page PDF written by hand, as an attacker might.
 *
 * @param catalog further entries of the catalog; `page` likewise of the page
 * @param objects further objects by number, from 10 on
 * @param inside objects that are packed into an object stream
 */
export function rawPdf({
  catalog = '',
  page = '',
  objects = {},
  inside = {},
}: {
  catalog?: string
  page?: string
  objects?: Record<number, string>
  inside?: Record<number, string>
} = {}): Buffer {
  const all: Record<number, string> = {
    1: `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>',
    3: `<</Type/Page/Parent 2 0 R/Resources<</Font<</F 4 0 R/EF 4 0 R>>>>/Contents 5 0 R ${page}>>`,
    4: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    5: stream('', `BT /EF 12 Tf 20 150 Td (${SHOWN}) Tj ET`),
    ...objects,
  }
  const packed = Object.entries(inside)
  if (packed.length > 0) {
    let at = 0
    const heads = packed.map(([number, text]) => {
      const head = `${number} ${at} `
      at += text.length + 1
      return head
    })
    const first = heads.join('').length
    const bytes = deflateSync(`${heads.join('')}${packed.map(([, text]) => `${text} `).join('')}`).toString('latin1')
    all[9] = `<</Type/ObjStm/N ${packed.length}/First ${first}/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n${bytes}\nendstream`
  }
  const body = Object.entries(all).map(([number, text]) => `${number} 0 obj\n${text}\nendobj\n`)
  return Buffer.from(`%PDF-1.7\n${body.join('')}trailer\n<</Root 1 0 R/Size 100>>\n%%EOF\n`, 'latin1')
}

/** A content stream with further entries in its dictionary. */
export const rawStream = stream
