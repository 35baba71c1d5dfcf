import PDFDocument from 'pdfkit'
import { openFonts, printable } from './fonts.ts'
import { layOut, PAGE } from './lay-out.ts'
import { Pen } from './pen.ts'
import type { PrintedForm } from './printed-form.ts'

/**
 * Draws a form as a PDF: A4 landscape, with embedded fonts and its structure (headings, tables, header cells, language,
 * title) as PDF/UA asks for. What is written is given to `sink` page by page.
 */
export async function drawForm(given: PrintedForm, sink: (bytes: Uint8Array) => void): Promise<void> {
  const doc = new PDFDocument({
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
  })
  doc.on('data', sink)
  const isOver = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  openFonts(doc)
  const form = printable(given, doc)
  const pages = layOut(form)
  const pen = new Pen(doc, form)
  for (const [index, items] of pages.entries()) {
    doc.addPage()
    pen.furniture(index + 1, pages.length)
    for (const item of items) pen.draw(item)
    // What is written of the page goes out before the next is begun.
    await new Promise(setImmediate)
  }
  pen.end()
  doc.end()
  await isOver
}
