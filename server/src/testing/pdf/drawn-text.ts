import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Glyphs = readonly (number | { readonly unicode: string })[]

/** The characters of a PDF's first page in drawing order, each line from left to right, without zero-width ones. */
export async function drawnText(bytes: Uint8Array): Promise<string> {
  const doc = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const { fnArray, argsArray } = await (await doc.getPage(1)).getOperatorList()
  await doc.destroy()
  return fnArray
    .flatMap((fn, index) => (fn === OPS.showText ? (argsArray[index] as readonly [Glyphs])[0] : []))
    .map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode))
    .join('')
    .replaceAll('\u200b', '')
}
