import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { FeedLook } from '@despatch/contract/feeds/feeds'
import type { DateFinding } from '@despatch/domain/calendar/date-columns'
import type { CheckedRow, OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { sameName } from '@despatch/domain/text/same-name'
import type { GatheredOrder } from './gather-orders.ts'
import { SeenNames } from './seen-names.ts'

/** So many rows are shown as they would be read. */
const MAX_ROWS = 10
/** So many SKUs, and orders, are named. */
const MAX_NAMED = 100

type Shown = FeedLook['rows'][number]
type UnknownSku = FeedLook['unknownSkus'][number]

/** What a check of a file of orders tells beside its counts, and what it remembers of the file for that: little, however long it is. */
export class OrdersLook {
  /** Of each order how many of its rows the run has seen, and the line of the first that was refused, else 0. */
  readonly orders = new SeenNames()
  /** Orders of which rows would be taken before another is refused: they would be suspended. */
  halves = 0
  /** New orders with rows in several places of the file, so far apart that they are written in several transactions. */
  apart = 0
  readonly #created = new SeenNames()
  readonly #skus = new SeenNames()
  readonly #unknown = new Map<string, UnknownSku>()
  readonly #past: FeedLook['pastOrders'] = { count: 0, first: [] }
  readonly #rows: { line: number; checked: CheckedRow | undefined }[] = []
  readonly #refused = new Map<number, string>()

  /** Takes in a row as it was read; without a check where it could not even be read. */
  see(line: number, checked?: CheckedRow): void {
    if (this.#rows.length < MAX_ROWS) this.#rows.push({ line, checked })
  }

  /** Takes in what was refused: a row may be refused for another of its order. */
  seeRefused(refused: readonly FeedRefusal[]): void {
    const last = this.#rows.at(-1)?.line ?? 0
    for (const { line, reason } of refused)
      if (line <= last && !this.#refused.has(line)) this.#refused.set(line, reason)
  }

  /** Whether an order that is not there is the first of its number in the file. */
  isFirst(orderNumber: string): boolean {
    return isNew(this.#created, orderNumber)
  }

  addPast({ orderNumber, header, rows }: GatheredOrder): void {
    const { count, first } = this.#past
    this.#past.count = count + 1
    if (first.length < MAX_NAMED)
      first.push({ orderNumber, line: rows[0]?.line ?? 0, despatchDate: header?.despatchDate ?? '' })
  }

  /** Takes in a SKU that the client has not; gives whether the file names it for the first time. */
  isNewSku(sku: UnknownSku): boolean {
    const name = sameName(sku.SKU)
    const before = this.#unknown.get(name)
    if (before) before.rows += sku.rows
    else if (this.#unknown.size < MAX_NAMED) this.#unknown.set(name, { ...sku })
    return isNew(this.#skus, name)
  }

  /** What else is worth knowing, with how often it is so. */
  noted(): ReadonlyMap<string, number> {
    const isFull = [this.orders, this.#created, this.#skus].some((names) => names.isFull)
    const counts = [
      ['Orders that would be suspended: a row of them is refused after others were taken', this.halves],
      ['Orders whose rows stand far apart: whether they agree with each other is seen when they are fed', this.apart],
      ['Too many orders or SKUs to count all of them: those that come last may be counted twice', isFull ? 1 : 0],
    ] as const
    return new Map(counts.filter(([, count]) => count > 0))
  }

  /** What is told, with how the dates are read. */
  told(dates: readonly DateFinding[]): FeedLook {
    return {
      dates: [...dates],
      rows: this.#rows.map(({ line, checked }) => this.#shown(line, checked)),
      unknownSkus: [...this.#unknown.values()],
      pastOrders: this.#past,
    }
  }

  #shown(line: number, checked: CheckedRow | undefined): Shown {
    const fields = checked?.is === 'taken' ? fieldsOf(checked.row) : {}
    if (checked?.is === 'leftOut') return { line, is: 'leftOut', reason: checked.reason, fields }
    const reason = this.#refused.get(line)
    return reason === undefined ? { line, is: 'taken', reason: '', fields } : { line, is: 'refused', reason, fields }
  }
}

function isNew(names: SeenNames, name: string): boolean {
  const key = sameName(name)
  if (names.get(key)) return false
  names.set(key, 1, 0)
  return true
}

/** A row as it was read, by its fields; those that say nothing are left out. */
function fieldsOf({ orderNumber, lineNumber, SKU, description, quantity, unitValue, header }: OrderFeedRow) {
  const {
    orderedAt,
    despatchDate,
    dispatchService,
    isDayGiven: _,
    said: _said,
    phoneNote: _note,
    state,
    ...texts
  } = header
  const fields = {
    orderNumber,
    lineNumber: String(lineNumber),
    SKU,
    description,
    quantity: String(quantity),
    unitValue,
    orderDate: orderedAt,
    date: despatchDate,
    dispatchService,
    status: state ? ORDER_STATUSES[state.status].description : '',
    despatchedOn: state?.despatchedOn ?? '',
    deliveredOn: state?.deliveredOn ?? '',
    ...texts,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''))
}
