import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { OrdersFeedPreview } from '@despatch/contract/feeds/feeds'
import type { DateFinding } from '@despatch/domain/calendar/date-columns'
import type { CheckedRow, OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { sameName } from '@despatch/domain/text/same-name'
import type { GatheredOrder } from './gather-orders.ts'
import { SeenNames } from './seen-names.ts'

/** Rows shown in a preview. */
const MAX_ROWS = 10
/** SKUs, and orders, named in a preview. */
const MAX_NAMED = 100

type PreviewRow = OrdersFeedPreview['rows'][number]
type UnknownSku = OrdersFeedPreview['unknownSkus'][number]

/** Collects the preview of an orders file beside its counts. Uses little memory, however long the file is. */
export class OrdersPreview {
  /** By order: its rows so far, and the line of its first refused row or 0. */
  readonly orders = new SeenNames()
  /** Orders that would be suspended, because a row is refused after others were saved. */
  partlyRefused = 0
  /** New orders whose rows are so far apart in the file that several transactions write them. */
  scattered = 0
  readonly #created = new SeenNames()
  readonly #skus = new SeenNames()
  readonly #unknown = new Map<string, UnknownSku>()
  readonly #past: OrdersFeedPreview['pastOrders'] = { count: 0, first: [] }
  readonly #rows: { line: number; checked: CheckedRow | undefined }[] = []
  readonly #refused = new Map<number, string>()

  /** Adds a row; without a check result if it could not be read. */
  add(line: number, checked?: CheckedRow): void {
    if (this.#rows.length < MAX_ROWS) this.#rows.push({ line, checked })
  }

  /** Adds refusals. A row may be refused because of another row of its order. */
  addRefused(refused: readonly FeedRefusal[]): void {
    const last = this.#rows.at(-1)?.line ?? 0
    for (const { line, reason } of refused)
      if (line <= last && !this.#refused.has(line)) this.#refused.set(line, reason)
  }

  /** Whether a new order is the first with its number in the file. */
  isFirst(orderNumber: string): boolean {
    return isNew(this.#created, orderNumber)
  }

  addPast({ orderNumber, header, rows }: GatheredOrder): void {
    const { count, first } = this.#past
    this.#past.count = count + 1
    if (first.length < MAX_NAMED)
      first.push({ orderNumber, line: rows[0]?.line ?? 0, despatchDate: header?.despatchDate ?? '' })
  }

  /** Adds an unknown SKU. Returns whether the file names it for the first time. */
  isNewSku(sku: UnknownSku): boolean {
    const name = sameName(sku.SKU)
    const before = this.#unknown.get(name)
    if (before) before.rows += sku.rows
    else if (this.#unknown.size < MAX_NAMED) this.#unknown.set(name, { ...sku })
    return isNew(this.#skus, name)
  }

  /** Notes with their counts. */
  noted(): ReadonlyMap<string, number> {
    const isFull = [this.orders, this.#created, this.#skus].some((names) => names.isFull)
    const counts = [
      ['Orders that would be suspended, because a later row is rejected', this.partlyRefused],
      ['Orders whose rows are far apart. They are compared on import', this.scattered],
      ['Too many orders or SKUs to count. The last ones may be counted twice', isFull ? 1 : 0],
    ] as const
    return new Map(counts.filter(([, count]) => count > 0))
  }

  /** The preview, with how the dates are read. */
  result(dates: readonly DateFinding[]): OrdersFeedPreview {
    return {
      dates: [...dates],
      rows: this.#rows.map(({ line, checked }) => this.#shown(line, checked)),
      unknownSkus: [...this.#unknown.values()],
      pastOrders: this.#past,
    }
  }

  #shown(line: number, checked: CheckedRow | undefined): PreviewRow {
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

/** A row's values by field, without empty ones. */
function fieldsOf({ orderNumber, lineNumber, SKU, description, quantity, unitValue, header }: OrderFeedRow) {
  const {
    orderedAt,
    despatchDate,
    dispatchService,
    isDayGiven: _,
    cells: _said,
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
