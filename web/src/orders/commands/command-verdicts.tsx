import { Alert } from '@mantine/core'
import type { orders } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { Status } from '../../kit/list/columns/cells.tsx'
import { changeText, COMMAND_TEXTS, ordersText, preflightText, shortSkuText, shortText } from './command-text.ts'
import { SHORT_OF_STOCK } from '../needs-attention.tsx'
import { meaningOf, statusWord } from './order-meaning.ts'
import { OrderTable } from '../order-table.tsx'
import { VERDICTS_A_PAGE } from './preflight.ts'
import styles from './work-orders.module.css'
import { serverNow } from '../../kit/browser/clock.ts'

type CommandVerdictsProps = {
  readonly action: OrderCommand
  readonly found: RouteAnswer<typeof orders.preflight>
  readonly page: number
  readonly onPage: (page: number) => void
}

/** Result of a pre-flight: counts, reasons of refusal, and verdicts with refused orders first. */
export function CommandVerdicts({ action, found, page, onPage }: CommandVerdictsProps) {
  return (
    <div className={styles.found}>
      <p role="status">
        <strong>{preflightText(action, found)}</strong>
      </p>
      <ChangedSince action={action} changed={found.changed} />
      {found.reasons.length > 0 && (
        <ul>
          {found.reasons.map(({ reason, count }) => (
            <li key={reason}>
              {formatCount(count)}: {reason}
            </li>
          ))}
        </ul>
      )}
      <ShortOfStock short={found.short} allowed={found.allowed} />
      <OrderTable
        label="Outcome for each order"
        rows={found.rows.map((row) => ({
          ...row,
          cells: [
            row.Status && (
              <Status key="status" meaning={meaningOf(row)}>
                {statusWord(row.Status)}
              </Status>
            ),
            <Status key="verdict" meaning={row.isAllowed ? 'neutral' : 'attention'}>
              {row.verdict}
            </Status>,
          ],
        }))}
        page={page}
        pageSize={VERDICTS_A_PAGE}
        total={found.total}
        onPage={onPage}
      />
    </div>
  )
}

type ChangedSinceProps = {
  readonly action: OrderCommand
  readonly changed: CommandVerdictsProps['found']['changed']
}

/** Changes since the orders were shown, to be read before confirming. */
function ChangedSince({ action, changed }: ChangedSinceProps) {
  const now = serverNow()
  if (changed.length === 0) return null
  return (
    <Alert color="attention" variant="light" title="Changed since you opened this list" role="note">
      <ul>
        {changed.slice(0, MAX_CHANGED).map((one) => (
          <li key={`${one.clientCode} ${one.orderNumber}`}>
            {one.orderNumber}: {changeText(one, now)}
          </li>
        ))}
        {changed.length > MAX_CHANGED && <li>And {ordersText(changed.length - MAX_CHANGED)} more</li>}
      </ul>
      <p>{COMMAND_TEXTS[action].verb} anyway?</p>
    </Alert>
  )
}

const MAX_CHANGED = 20

type ShortOfStockProps = {
  readonly short: CommandVerdictsProps['found']['short']
  readonly allowed: number
}

/** SKUs short of stock in the orders to be released; a warning only. */
function ShortOfStock({ short: { orders: count, SKUs, moreSKUs }, allowed }: ShortOfStockProps) {
  if (count === 0) return null
  const hasClients = new Set(SKUs.map(({ clientCode }) => clientCode)).size > 1
  return (
    <Alert color="attention" variant="light" title={SHORT_OF_STOCK} role="note">
      <p>{shortText(count, allowed)}</p>
      <ul>
        {SKUs.map((sku) => (
          <li key={`${sku.clientCode} ${sku.SKU}`}>{shortSkuText(sku, hasClients)}</li>
        ))}
        {moreSKUs > 0 && <li>And {formatCount(moreSKUs)} more SKUs</li>}
      </ul>
    </Alert>
  )
}
