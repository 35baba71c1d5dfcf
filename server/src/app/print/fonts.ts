import { fileURLToPath } from 'node:url'
import type { PrintedForm } from './printed-form.ts'

/** The faces that forms are printed in. They are embedded, and have the letters of most of the world's alphabets. */
const FACES = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
}
export type Face = keyof typeof FACES

/** What pdfkit keeps of the font that is chosen. */
type WithFont = { readonly _font: { readonly font: { hasGlyphForCodePoint(point: number): boolean } } }

export function openFonts(doc: PDFKit.PDFDocument): void {
  for (const [face, file] of Object.entries(FACES)) doc.registerFont(face, file)
  doc.font('regular')
}

/**
 * The form with '?' for each character that no font of ours has, and a note that says how many there were: a form never
 * shows an empty box without a word.
 */
export function printable(form: PrintedForm, doc: PDFKit.PDFDocument): PrintedForm {
  const { font } = (doc as unknown as WithFont)._font
  const known = new Map<string, boolean>()
  let lost = 0
  const has = (letter: string) => {
    let is = known.get(letter)
    if (is === undefined) {
      is = font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
      known.set(letter, is)
    }
    if (!is) lost += 1
    return is
  }
  // What everybody's alphabet begins with is there, and needs no look.
  const clean = (text: string) =>
    /^[ -~]*$/.test(text) ? text : Array.from(text, (letter) => (has(letter) ? letter : '?')).join('')
  const cleaned = {
    ...form,
    facts: form.facts.map(({ name, text }) => ({ name: clean(name), text: clean(text) })),
    sections: form.sections.map(({ heading, columns, rows }) => ({
      heading: clean(heading),
      columns,
      rows: rows.map((cells) => cells.map(clean)),
    })),
    notes: form.notes.map(clean),
    printed: clean(form.printed),
  }
  if (lost === 0) return cleaned
  const told = `${lost === 1 ? 'One character' : `${lost.toLocaleString('en-GB')} characters`} of no printable alphabet: '?' stands instead.`
  return { ...cleaned, notes: [...cleaned.notes, told] }
}
