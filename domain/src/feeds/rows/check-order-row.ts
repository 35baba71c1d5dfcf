import { type Fault, isFault } from '../fault.ts'
import { type HeaderReader, headerReader, type OrderHeader, type OrderRowChecks } from './order-header.ts'
import { leftOutBy } from './leave-out.ts'
import { type RowOwnership, lineOf, readOrderNumber, saidOfOrder } from './row-ownership.ts'
import type { OrderFeedField } from './order-fields.ts'
import { countReader, keyReader, readAmount, textReader, TOO_VALUABLE } from './read-cell.ts'
import { cellReader } from './row-check.ts'
import { MAX_LINE_VALUE } from '../../orders/line-value.ts'

/** A row that may be taken. `lineNumber` is 0 where the file numbers no lines, until they are counted; `unitValue` '' where it has no price. */
export type OrderFeedRow = {
  readonly line: number
  readonly orderNumber: string
  lineNumber: number
  readonly SKU: string
  readonly description: string
  readonly quantity: number
  readonly unitValue: string
  readonly header: OrderHeader
}

/** What a row is: an order line, left out on purpose (its order's number is '' where it cannot be told), or refused. */
export type CheckedRow =
  | { readonly is: 'taken'; readonly row: OrderFeedRow }
  | { readonly is: 'leftOut'; readonly orderNumber: string; readonly reason: string }
  | {
      readonly is: 'refused'
      readonly lineOf: RowOwnership
      readonly field: OrderFeedField
      readonly reason: string
      readonly value: string
    }

const readSku = keyReader('SKU', 40)
const readDescription = textReader('Description', 200)
const readQuantity = countReader('Quantity', 999_999)
const readLineNumber = countReader('Line number', 999_999)

/**
 * Makes the check of a file's rows: what each of the cells has to be, field by field; the first fault of a row is the
 * one told. Rows of one order mostly repeat its customer and address: those are read once as long as they stay the same.
 */
export function orderRowCheck(checks: OrderRowChecks): (cells: readonly string[], line: number) => CheckedRow {
  const readHeader: HeaderReader = headerReader(checks)
  const { cellOf, leaveOut } = checks
  const textOf = cellReader(checks)

  return (cells, line) => {
    const raw = (field: string) => cells[cellOf[field] ?? -1]?.trim() ?? ''
    const orderText = textOf(cells, 'orderNumber')
    const orderNumber = readOrderNumber(orderText)
    if (leaveOut.length > 0) {
      const reason = leftOutBy(leaveOut, raw)
      if (reason !== undefined) return { is: 'leftOut', orderNumber: isFault(orderNumber) ? '' : orderNumber, reason }
    }
    const refuse = (field: OrderFeedField, { fault: reason, advice }: Fault): CheckedRow => ({
      is: 'refused',
      lineOf: lineOf(orderText, {
        SKU: textOf(cells, 'SKU'),
        says: () => saidOfOrder(cells, textOf, readHeader),
      }),
      field,
      reason,
      value: advice === undefined ? raw(field) : `${raw(field)}: ${advice}`,
    })
    if (isFault(orderNumber)) return refuse('orderNumber', orderNumber)
    const SKU = readSku(textOf(cells, 'SKU'))
    if (isFault(SKU)) return refuse('SKU', SKU)
    const quantity = readQuantity(textOf(cells, 'quantity'))
    if (isFault(quantity)) return refuse('quantity', quantity)
    const lineNumber = cellOf.lineNumber === undefined ? 0 : readLineNumber(textOf(cells, 'lineNumber'))
    if (isFault(lineNumber)) return refuse('lineNumber', lineNumber)
    const description = readDescription(textOf(cells, 'description'))
    if (isFault(description)) return refuse('description', description)
    const unitValue = readAmount(textOf(cells, 'unitValue'))
    if (isFault(unitValue)) return refuse('unitValue', unitValue)
    if (Number(unitValue) * quantity >= MAX_LINE_VALUE) return refuse('unitValue', TOO_VALUABLE)
    const header = readHeader(cells, textOf)
    if ('fault' in header) return refuse(header.field, header)
    return {
      is: 'taken',
      row: { line, orderNumber, lineNumber, SKU, description, quantity, unitValue, header },
    }
  }
}
