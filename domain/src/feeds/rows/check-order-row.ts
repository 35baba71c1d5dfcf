import { type Fault, fault, isFault } from '../fault.ts'
import { type OrderFieldFault, headerReader, isHeader, type OrderHeader, type OrderRowChecks } from './order-header.ts'
import { leaveOutReason } from './leave-out.ts'
import { type RowOwnership, findRowOwnership, readOrderNumber, readPartialHeader } from './row-ownership.ts'
import type { OrderFeedField } from './order-fields.ts'
import { amountReader, TOO_VALUABLE } from './read-amount.ts'
import { countReader, keyReader, textReader } from './read-cell.ts'
import { cellReader, type CellFault, isTotalsRow, cellWithAdvice } from './row-check.ts'
import { isWholePence, lineValue, MAX_LINE_VALUE, valueOfPieces, WHOLE_PENCE } from '../../orders/line-value.ts'
import { moneyText, parseMoney, times } from '../../money/money.ts'

/**
 * A valid row. `lineNumber` is 0 until lines are counted, if the file does not number them; `unitValue` is '' without a
 * price.
 */
export type OrderFeedRow = {
  readonly line: number
  readonly orderNumber: string
  lineNumber: number
  readonly SKU: string
  readonly description: string
  readonly quantity: number
  readonly unitValue: string
  /** The line total, if the file has it; otherwise unit value × quantity, to the penny. */
  readonly totalValue?: string
  readonly header: OrderHeader
}

/** An order line, a row left out on purpose (`orderNumber` is '' if unreadable), or a refused row. */
export type CheckedRow =
  | { readonly is: 'taken'; readonly row: OrderFeedRow }
  | { readonly is: 'leftOut'; readonly orderNumber: string; readonly reason: string }
  | ({
      readonly is: 'refused'
      readonly ownership: RowOwnership
      readonly field: OrderFeedField
      /** Further faults, in other fields. */
      readonly more: readonly CellFault<OrderFeedField>[]
    } & CellFault<OrderFeedField>)

const readSku = keyReader('SKU', 40)
const readDescription = textReader('Description', 200)
const readQuantity = countReader('Quantity', 999_999)
const readLineNumber = countReader('Line number', 999_999)
const NOT_WHOLE_PENCE = fault(WHOLE_PENCE)
const OTHER_TOTAL = fault('Line total is not unit value × quantity. Correct it, or map only one of them')
const TOTALS = 'A row of totals'

/**
 * Makes the check of order rows. It lists all faults of a row. Rows of one order mostly repeat its customer and
 * address, which are read only when they change.
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
      const reason = leaveOutReason(leaveOut, raw)
      if (reason !== undefined) return { is: 'leftOut', orderNumber: isFault(orderNumber) ? '' : orderNumber, reason }
    }
    const skuText = textOf(cells, 'SKU')
    if (isTotalsRow(orderText, skuText)) return { is: 'leftOut', orderNumber: '', reason: TOTALS }
    const SKU = readSku(skuText)
    const quantity = readQuantity(textOf(cells, 'quantity'))
    const lineNumber = cellOf['lineNumber'] === undefined ? 0 : readLineNumber(textOf(cells, 'lineNumber'))
    const description = readDescription(textOf(cells, 'description'))
    const unitValue = readUnitValue(textOf(cells, 'unitValue'))
    const totalValue = hasTotals ? readTotal(textOf(cells, 'totalValue')) : ''
    const header = readHeader(cells, textOf, isFault(orderNumber) ? undefined : headerOf?.(orderNumber))
    const lineValues =
      isFault(unitValue) || isFault(totalValue) || isFault(quantity)
        ? { unitValue: '' }
        : readLineValues({ unitValue, totalValue, quantity })
    if (
      !isFault(orderNumber) &&
      !isFault(SKU) &&
      !isFault(quantity) &&
      !isFault(lineNumber) &&
      !isFault(description) &&
      !isFault(unitValue) &&
      !isFault(totalValue) &&
      !('fault' in lineValues) &&
      isHeader(header)
    )
      return { is: 'taken', row: { line, orderNumber, lineNumber, SKU, description, quantity, ...lineValues, header } }
    const faults = [
      ...faultsIn({ orderNumber, SKU, quantity, lineNumber, description, unitValue, totalValue }),
      ...('fault' in lineValues ? [lineValues] : []),
      ...(isHeader(header) ? [] : header),
    ].map((fault) => ({ field: fault.field, reason: fault.fault, value: cellWithAdvice(raw(fault.field), fault) }))
    const [first, ...more] = faults
    if (!first) throw new Error('A row without a fault was refused')
    return {
      is: 'refused',
      ownership: findRowOwnership(orderText, {
        SKU: skuText,
        partialHeader: () => readPartialHeader(cells, textOf, readHeader),
      }),
      ...first,
      more,
    }
  }
}

type LineValues = { readonly unitValue: string; readonly totalValue?: string }

/** The value of a line and of one piece, from the line total if there is one. */
function readLineValues(line: {
  unitValue: string
  totalValue: string
  quantity: number
}): LineValues | OrderFieldFault {
  const { unitValue, totalValue, quantity } = line
  if (totalValue === '') {
    if (Number(unitValue) * quantity >= MAX_LINE_VALUE) return { ...TOO_VALUABLE, field: 'unitValue' }
    return { unitValue }
  }
  const total = parseMoney(totalValue)
  if (Number(totalValue) >= MAX_LINE_VALUE) return { ...TOO_VALUABLE, field: 'totalValue' }
  if (!isWholePence(total)) return { ...NOT_WHOLE_PENCE, field: 'totalValue' }
  const { unit } = lineValue({ quantity, price: 0n, enteredTotal: total })
  if (unitValue === '') return { unitValue: moneyText(unit), totalValue }
  // Unit values may be rounded, by half a penny a piece.
  const difference = valueOfPieces(parseMoney(unitValue), quantity) - total
  const tolerance = times(parseMoney('0.005'), quantity)
  return difference > tolerance || -difference > tolerance
    ? { ...OTHER_TOTAL, field: 'totalValue' }
    : { unitValue, totalValue }
}

function faultsIn(fields: Readonly<Partial<Record<OrderFeedField, string | number | Fault>>>): OrderFieldFault[] {
  return Object.entries(fields).flatMap(([field, read]) =>
    isFault(read) ? [{ ...read, field: field as OrderFeedField }] : [],
  )
}
