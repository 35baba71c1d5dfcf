import { DateColumns } from '../../calendar/date-columns.ts'
import type { DateFormat } from '../../calendar/date-format.ts'
import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import { LAYOUT_FIELDS, type LayoutField } from '../column-mapping/layout.ts'
import { readAmount } from './amount.ts'
import { readDay } from './day-text.ts'
import { isCurrency } from './known-currency.ts'
import { type ReadPlan, titleAt } from './read-plan.ts'
import type { InvoiceFileRow, RefusedRow } from './read-event.ts'

type ReadableRow = Extract<InvoiceFileRow, { cells: readonly string[] }>

const DATE_FIELDS = ['invoiceDay', 'dueDay', 'shipmentDay'] as const satisfies LayoutField[]
export type DateField = (typeof DATE_FIELDS)[number]

/** 1.59E+13: how a spreadsheet writes a long number. */
const EXPONENT = /^\d(?:[.,]\d+E\+?|E\+)\d{1,3}$/i
/** A workbook's number loses further digits. */
const EXACT_DIGITS = 15
const MAX_VALUE_LENGTH = 60
/** A cache: a file has few different days, written alike in all rows. */
const MAX_CACHED_DAYS = 2000

const SPREADSHEET =
  'A spreadsheet has cut this number’s last digits. Download the file again and import it without opening it.'

/**
 * Reads the cells of one row after another. An unreadable cell refuses the row: the first fault is recorded, and the
 * rest of the row no longer counts.
 */
export class RowCells {
  line = 0
  fault: RefusedRow | null = null
  readonly #plan: ReadPlan
  readonly #dates: DateColumns
  readonly #days = new Map<string, Day | undefined>()
  #cells: readonly string[] = []
  #typed: ReadonlySet<number> | undefined

  constructor(plan: ReadPlan) {
    this.#plan = plan
    this.#dates = new DateColumns(
      DATE_FIELDS.filter((field) => this.#hasUndeclaredDates(field)).map((field) => ({
        field,
        title: LAYOUT_FIELDS[field].title,
        column: titleAt(plan, plan.at[field] ?? -1),
        assumed: plan.file.dayOrders[field] ?? 'day-first',
      })),
    )
  }

  begin(row: ReadableRow): void {
    this.line = row.line
    this.fault = null
    this.#cells = row.cells
    this.#typed = row.typed
  }

  /** Explains why the whole file is unusable: a column of dates contradicts itself. */
  unusable(): string | null {
    const [first] = this.#dates.contradictions()
    return first ? first.ofColumn : null
  }

  refuse(place: number, reason: string): void {
    this.fault ??= {
      line: this.line,
      column: place < 0 ? null : titleAt(this.#plan, place),
      value: place < 0 ? '' : shorten(this.text(place)),
      reason,
    }
  }

  text(place: number): string {
    return this.#cells[place]?.trim() ?? ''
  }

  /** The first cell that is not empty. */
  first(): string {
    return this.#cells.find((cell) => cell.trim() !== '') ?? ''
  }

  field(field: LayoutField): string {
    return this.text(this.#plan.at[field] ?? -1)
  }

  /** A number that identifies parcels and consignments. */
  reference(place: number): string {
    const text = this.text(place)
    if (EXPONENT.test(text) || (this.#typed?.has(place) && text.replaceAll(/\D/g, '').length > EXACT_DIGITS))
      this.refuse(place, SPREADSHEET)
    return text
  }

  /** In ten-thousandths; null for an empty cell. */
  amount(place: number): Cost | null {
    const text = this.#cells[place]
    if (text === undefined || text === '') return null
    const isTyped = this.#typed?.has(place) === true
    const read = readAmount(text, isTyped ? '.' : this.#plan.file.decimal)
    if (!read) {
      if (text.trim() === '' || text.trim() === '-') return null
      this.refuse(place, this.#noAmount())
      return null
    }
    // A workbook's calculated amounts have digits beyond their precision.
    if (read.isRounded && !isTyped) this.refuse(place, 'This amount has more than four decimals')
    if (!this.#plan.layout.amounts.isMinor) return read.amount
    if (read.amount % 100 !== 0)
      this.refuse(place, 'Amounts of this layout are pence or cents, with two decimals at most')
    return read.amount / 100
  }

  /** A number that is not an amount: null if it is missing, undefined if unreadable. */
  figure(place: number): number | null | undefined {
    const text = this.text(place)
    if (text === '') return null
    const decimal = this.#typed?.has(place) ? '.' : this.#plan.file.figureDecimal
    // A few cells are written differently from the rest of their column.
    const read = readAmount(text, decimal) ?? readAmount(text, decimal === '.' ? ',' : '.')
    return read && read.amount / 10_000
  }

  /** Null if the cell is empty or unreadable, which refuses the row. */
  day(field: DateField): Day | null {
    const place = this.#plan.at[field] ?? -1
    const text = this.text(place)
    if (text === '' || /^0+$/.test(text)) return null
    const isTyped = this.#typed?.has(place) === true
    const key = `${field} ${isTyped} ${text}`
    if (!this.#days.has(key)) {
      // The date columns' order is detected from each different text once.
      if (!isTyped) this.#dates.see((one) => (one === field ? text : ''), this.line)
      if (this.#days.size >= MAX_CACHED_DAYS) this.#days.clear()
      // Spreadsheets also leave serial numbers of days in the text files that they write.
      this.#days.set(key, readDay(text, this.#formatOf(field), true))
    }
    const day = this.#days.get(key)
    if (day === undefined)
      this.refuse(
        place,
        `${LAYOUT_FIELDS[field].title} isn’t a date we can read. Correct it in the file, or choose its date format`,
      )
    return day ?? null
  }

  /** ISO code; '' for an empty cell. */
  currency(): string {
    const place = this.#plan.at.currency ?? -1
    const text = this.text(place)
    if (text === '') return ''
    const code = { '£': 'GBP', '€': 'EUR' }[text] ?? text.toUpperCase()
    if (!isCurrency(code)) this.refuse(place, 'This is not a currency. Enter three letters like GBP or EUR')
    return code
  }

  #noAmount(): string {
    const { decimal } = this.#plan.file
    const example = decimal === '.' ? '1234.56' : '1234,56'
    return `This is not an amount. Amounts of this file are written like ${example}`
  }

  #hasUndeclaredDates(field: DateField): boolean {
    const { layout, at } = this.#plan
    return (at[field] ?? -1) !== -1 && (layout.datesOf?.[field] ?? layout.dates) === 'either'
  }

  #formatOf(field: DateField): DateFormat {
    const { layout, file } = this.#plan
    const format = layout.datesOf?.[field] ?? layout.dates
    return format === 'either' ? (file.dayOrders[field] ?? 'day-first') : format
  }
}

function shorten(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
}
