import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import { Fonts } from './fonts.ts'
import { Layout, PAGE } from './layout.ts'
import type { WholeForm } from './printed-form.ts'
import { Sheet } from './sheet.ts'

/**
 * Larger forms are not tagged: pdfkit writes an object per cell, which makes the file ten times larger, and users of
 * screen readers go through thousands of rows in the list on the screen instead.
 */
const MAX_TAGGED_ROWS = 2500

/**
 * Draws a form as a PDF, A4 landscape. Up to {@link MAX_TAGGED_ROWS} rows it is tagged as PDF/UA requires: headings,
 * tables, header cells, language, title.
 */
export async function drawForm(form: WholeForm): Promise<Uint8Array<ArrayBuffer>> {
  const isTagged = form.tables.reduce((sum, { rows }) => sum + rows.length, 0) <= MAX_TAGGED_ROWS
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    // Missing in the types of pdfkit.
    ...(isTagged && { tagged: true, subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets }),
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: form.title },
  })
  const bytes: Uint8Array[] = []
  pdf.on('data', (some: Uint8Array) => bytes.push(some))
  const isOver = once(pdf, 'end')
  const fonts = new Fonts(pdf)
  await fonts.open(textsOf(form))
  const pages = new Layout(form, fonts).lay()
  const sheet = new Sheet(pdf, fonts, isTagged)
  new Layout(form, fonts, { sheet, pages }).lay()
  sheet.end()
  pdf.end()
  await isOver
  return new Uint8Array(Buffer.concat(bytes))
}

function* textsOf({ title, facts, tables, notes, footer }: WholeForm): Iterable<string> {
  yield* [title, footer, ...notes]
  for (const { name, text } of facts) yield* [name, text]
  for (const { heading, columns, rows } of tables) {
    yield heading
    for (const column of columns) yield column.title
    for (const row of rows) yield* row
  }
}
