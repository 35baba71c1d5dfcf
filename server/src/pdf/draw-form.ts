import { CompactDocument } from './compact-document.ts'
import { Faces } from './faces.ts'
import { layOut, PAGE } from './lay-out.ts'
import { Pen } from './pen.ts'
import { printable } from './printable.ts'
import type { WholeForm } from './printed-form.ts'
import { TypeSetter } from './type-setter.ts'
import { type Style, wrap, type Wrapped } from './wrap.ts'

/**
 * Draws a form as a PDF: A4 landscape, with embedded fonts and its structure (headings, tables, header cells, language,
 * title) as PDF/UA asks for. What is written is given to `sink` page by page. The form's rows are changed in their place.
 */
export async function drawForm(given: WholeForm, sink: (bytes: Uint8Array) => void): Promise<void> {
  const doc = new CompactDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    tagged: true,
    // Its types do not know it yet.
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: given.title },
    // It would keep every word that was ever set.
    fontLayoutCache: false,
  })
  doc.on('data', sink)
  const isOver = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const faces = new Faces(doc)
  const form = await printable(given, faces)
  const setter = new TypeSetter(faces)
  const pages = layOut(form, remembering(setter))
  const pen = new Pen(doc, form, setter)
  for (const [index, items] of pages.entries()) {
    pen.page(index + 1, pages.length, items)
    // What is written of the page goes out before the next is begun.
    await new Promise(setImmediate)
  }
  pen.end()
  doc.end()
  await isOver
}

/** So many wrapped texts are remembered at a time: days, states and services come again and again. */
const MAX_REMEMBERED = 5000

function remembering(setter: TypeSetter) {
  const known = new Map<string, Wrapped>()
  return (text: string, width: number, style: Style): Wrapped => {
    const key = `${width} ${style.size} ${text}`
    const had = known.get(key)
    if (had) return had
    const wrapped = wrap(text, width, style, setter)
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(key, wrapped)
    return wrapped
  }
}
