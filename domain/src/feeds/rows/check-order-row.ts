import { type Fault, fault, isFault } from '../fault.ts'
import { type HeaderFault, headerReader, isHeader, type OrderHeader, type OrderRowChecks } from './order-header.ts'
import { leftOutBy } from './leave-out.ts'
import { type RowOwnership, lineOf, readOrderNumber, saidOfOrder } from './row-ownership.ts'
import type { OrderFeedField } from './order-fields.ts'
import { amountReader, TOO_VALUABLE } from './read-amount.ts'
import { countReader, keyReader, textReader } from './read-cell.ts'
import { cellReader, type CellFault, isTotals, told } from './row-check.ts'
import { isWholePence, lineValue, MAX_LINE_VALUE, valueOfPieces, WHOLE_PENCE } from '../../orders/line-value.ts'
import { moneyText, parseMoney, times } from '../../money/money.ts'

/** A row that may be taken. `lineNumber` is 0 where the file numbers no lines, until they are counted; `unitValue` '' where it has no price. */
export type OrderFeedRow = {
  readonly line: number
  readonly orderNumber: string
  lineNumber: number
  readonly SKU: string
  readonly description: string
  readonly quantity: number
  readonly unitValue: string
  /** What the line is worth, where the file says so; else the unit value times the quantity, to the penny. */
  readonly totalValue?: string
  readonly header: OrderHeader
}

/** What a row is: an order line, left out on purpose (its order's number is '' where it cannot be told), or refused. */
export type CheckedRow =
  | { readonly is: 'taken'; readonly row: OrderFeedRow }
  | { readonly is: 'leftOut'; readonly orderNumber: string; readonly reason: string }
  | ({
      readonly is: 'refused'
      readonly lineOf: RowOwnership
      readonly field: OrderFeedField
      /** What is wrong besides, in other fields. */
      readonly more: readonly CellFault<OrderFeedField>[]
    } & CellFault<OrderFeedField>)

const readSku = keyReader('SKU', 40)
const readDescription = textReader('Description', 200)
const readQuantity = countReader('Quantity', 999_999)
const readLineNumber = countReader('Line number', 999_999)
const NOT_WHOLE_PENCE = fault(WHOLE_PENCE)
const OTHER_TOTAL = fault('Line total is not the unit value times the quantity: correct it, or map only one of the two')
const TOTALS = 'A row of totals'

/**
 * Makes the check of a file's rows: what each of the cells has to be, field by field; all faults of a row are
 * listed at once. Rows of one order mostly repeat its customer and address: those are read once as long as they stay the same.
 */
export function orderRowCheck(checks: OrderRowChecks): (cells: readonly string[], line: number) => CheckedRow {
  const readHeader = headerReader(checks)
  const { cellOf, leaveOut, headerOf } = checks
  const textOf = cellReader(checks)
  const readUnitValue = amountReader('Unit value', checks.currency)
  const readTotal = amountReader('Line total', checks.currency)
  const hasTotals = cellOf['totalValue'] !== undefined

  return (cells, line) => {
    const raw = (field: string) => cells[cellOf[field] ?? -1]?.trim() ?? ''
    const orderText = textOf(cells, 'orderNumber')
    const orderNumber = readOrderNumber(orderText)
    if (leaveOut.length > 0) {
      const reason = leftOutBy(leaveOut, raw)
      if (reason !== undefined) return { is: 'leftOut', orderNumber: isFault(orderNumber) ? '' : orderNumber, reason }
    }
    const skuText = textOf(cells, 'SKU')
    if (isTotals(orderText, skuText)) return { is: 'leftOut', orderNumber: '', reason: TOTALS }
    const SKU = readSku(skuText)
    const quantity = readQuantity(textOf(cells, 'quantity'))
    const lineNumber = cellOf['lineNumber'] === undefined ? 0 : readLineNumber(textOf(cells, 'lineNumber'))
    const description = readDescription(textOf(cells, 'description'))
    const unitValue = readUnitValue(textOf(cells, 'unitValue'))
    const totalValue = hasTotals ? readTotal(textOf(cells, 'totalValue')) : ''
    const header = readHeader(cells, textOf, isFault(orderNumber) ? undefined : headerOf?.(orderNumber))
    const worth =
      isFault(unitValue) || isFault(totalValue) || isFault(quantity)
        ? { unitValue: '' }
        : worthOf({ unitValue, totalValue, quantity })
    if (
      !isFault(orderNumber) &&
      !isFault(SKU) &&
      !isFault(quantity) &&
      !isFault(lineNumber) &&
      !isFault(description) &&
      !isFault(unitValue) &&
      !isFault(totalValue) &&
      !('fault' in worth) &&
      isHeader(header)
    )
      return { is: 'taken', row: { line, orderNumber, lineNumber, SKU, description, quantity, ...worth, header } }
    const faults = [
      ...faultsIn({ orderNumber, SKU, quantity, lineNumber, description, unitValue, totalValue }),
      ...('fault' in worth ? [worth] : []),
      ...(isHeader(header) ? [] : header),
    ].map((fault) => ({ field: fault.field, reason: fault.fault, value: told(raw(fault.field), fault) }))
    const [first, ...more] = faults
    if (!first) throw new Error('A row without a fault was refused')
    return {
      is: 'refused',
      lineOf: lineOf(orderText, { SKU: skuText, says: () => saidOfOrder(cells, textOf, readHeader) }),
      ...first,
      more,
    }
  }
}

type Worth = { readonly unitValue: string; readonly totalValue?: string }

/** What a line is worth, and a piece of it: by its total, where there is one. */
function worthOf(line: { unitValue: string; totalValue: string; quantity: number }): Worth | HeaderFault {
  const { unitValue, totalValue, quantity } = line
  if (totalValue === '') {
    if (Number(unitValue) * quantity >= MAX_LINE_VALUE) return { ...TOO_VALUABLE, field: 'unitValue' }
    return { unitValue }
  }
  const given = parseMoney(totalValue)
  if (Number(totalValue) >= MAX_LINE_VALUE) return { ...TOO_VALUABLE, field: 'totalValue' }
  if (!isWholePence(given)) return { ...NOT_WHOLE_PENCE, field: 'totalValue' }
  const { unit } = lineValue({ quantity, price: 0n, enteredTotal: given })
  if (unitValue === '') return { unitValue: moneyText(unit), totalValue }
  // A unit value of whole pence may have been rounded: half a penny a piece.
  const apart = valueOfPieces(parseMoney(unitValue), quantity) - given
  const most = times(parseMoney('0.005'), quantity)
  return apart > most || -apart > most ? { ...OTHER_TOTAL, field: 'totalValue' } : { unitValue, totalValue }
}

function faultsIn(fields: Readonly<Partial<Record<OrderFeedField, string | number | Fault>>>): HeaderFault[] {
  return Object.entries(fields).flatMap(([field, read]) =>
    isFault(read) ? [{ ...read, field: field as OrderFeedField }] : [],
  )
}
