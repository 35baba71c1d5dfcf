import type { PrintedColumn, PrintedSection, WholeForm } from './printed-form.ts'
import type { Style, Wrapped } from './wrap.ts'

/** A4, landscape, in points. */
export const PAGE = { width: 841.89, height: 595.28, margin: 36 }
export const WIDTH = PAGE.width - 2 * PAGE.margin
/** Between two columns. */
const GAP = 8
/** What is repeated at the top of every page but the first takes so much. */
const RUNNING_HEAD = 20
const FOOT = 18

/** How each kind is written: a line takes `leading`, the first begins `above` beneath what is before, `below` follows the last. */
export const KINDS = {
  title: { style: { weight: 'bold', size: 15 }, leading: 18, above: 0, below: 8 },
  fact: { style: { weight: 'regular', size: 9 }, leading: 13, above: 0, below: 0 },
  heading: { style: { weight: 'bold', size: 11 }, leading: 14, above: 8, below: 4 },
  head: { style: { weight: 'bold', size: 7.5 }, leading: 10, above: 0, below: 8 },
  row: { style: { weight: 'regular', size: 8 }, leading: 10, above: 0, below: 4 },
  note: { style: { weight: 'regular', size: 9 }, leading: 13, above: 0, below: 0 },
} as const satisfies Record<string, { style: Style; leading: number; above: number; below: number }>
type Kind = keyof typeof KINDS

/** Texts side by side, a cell each: but for the lines of a table there is one. */
export type PlacedItem = {
  readonly kind: Kind
  /** Where its first line begins, from the top. */
  readonly y: number
  readonly cells: readonly Wrapped[]
  readonly section?: PrintedSection
  /** Of a head: the names of the columns again, at the top of a page where a table goes on. Of a row: the rest of it. */
  readonly isAgain?: boolean
  /** Of a row that is taller than a page: the rest is on the next. */
  readonly goesOn?: boolean
}

type Wrap = (text: string, width: number, style: Style) => Wrapped

const bottom = PAGE.height - PAGE.margin - FOOT
const top = PAGE.margin + RUNNING_HEAD

/** Where everything of a form goes, page by page: known before the first is drawn, so that each says of how many it is. */
export function layOut(form: WholeForm, wrap: Wrap): readonly (readonly PlacedItem[])[] {
  const pages: PlacedItem[][] = [[]]
  let y = PAGE.margin

  function beginPage(): void {
    pages.push([])
    y = top
  }
  function place(kind: Kind, cells: readonly Wrapped[], more: Partial<PlacedItem> = {}): void {
    const { above } = KINDS[kind]
    pages.at(-1)?.push({ kind, y: y + above, cells, ...more })
    y += heightOf(kind, cells)
  }
  function placeText(kind: Kind, text: string): void {
    const cells = [wrap(text, WIDTH, KINDS[kind].style)]
    if (y + heightOf(kind, cells) > bottom && y > top) beginPage()
    place(kind, cells)
  }

  placeText('title', form.title)
  for (const { name, text } of form.facts) placeText('fact', `${name}: ${text}`)
  for (const section of form.sections) {
    const places = columnPlaces(section.columns)
    const across = (kind: Kind, texts: readonly string[]) =>
      places.map(({ width }, index) => wrap(texts[index] ?? '', width, KINDS[kind].style))
    const heading = [wrap(section.heading, WIDTH, KINDS.heading.style)]
    const head = across(
      'head',
      section.columns.map(({ title }) => title),
    )
    const again = top + heightOf('head', head)
    // A row is broken only where it is taller than a page, and then begins where there is room for a few of its lines.
    const roomFor = (height: number) => (height <= bottom - again ? height : 3 * KINDS.row.leading + KINDS.row.below)
    const first = section.rows[0]
    const firstHeight = first ? heightOf('row', across('row', first)) : 0
    // A heading never stands at the foot of a page without a row beneath it.
    const least = heightOf('heading', heading) + heightOf('head', head) + roomFor(firstHeight)
    if (y + least > bottom && y > top) beginPage()
    place('heading', heading)
    place('head', head, { section })
    const goOn = () => {
      beginPage()
      place('head', head, { section, isAgain: true })
    }
    for (const texts of section.rows) {
      const cells = across('row', texts)
      const height = heightOf('row', cells)
      if (y + roomFor(height) > bottom) goOn()
      let left = cells
      for (let isAgain = false; y + heightOf('row', left) > bottom; isAgain = true) {
        const lines = Math.max(1, Math.floor((bottom - y - KINDS.row.below) / KINDS.row.leading))
        place('row', part(left, 0, lines), { section, isAgain, goesOn: true })
        left = part(left, lines)
        goOn()
      }
      place('row', left, { section, isAgain: left !== cells })
    }
  }
  y += KINDS.note.leading
  for (const text of form.notes) placeText('note', text)
  return pages
}

/** Where the cells of a line go. */
export function columnPlaces(columns: readonly PrintedColumn[]) {
  const all = columns.reduce((sum, { width }) => sum + width, 0)
  let x = PAGE.margin
  return columns.map(({ width, align = 'left' }) => {
    const room = (width / all) * WIDTH
    const place = { x, width: room - GAP, align }
    x += room
    return place
  })
}

function heightOf(kind: Kind, cells: readonly Wrapped[]): number {
  const { leading, above, below } = KINDS[kind]
  const lines = cells.reduce((most, cell) => Math.max(most, cell.lines.length), 1)
  return above + lines * leading + below
}

const part = (cells: readonly Wrapped[], from: number, to?: number): Wrapped[] =>
  cells.map((cell) => ({ ...cell, lines: cell.lines.slice(from, to) }))
