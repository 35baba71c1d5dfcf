import { Button } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { Order, OrderItem } from '@despatch/contract/orders/order'
import { formatCount } from '@despatch/domain/money/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { messageOf } from '../../kit/server/api-error.ts'
import { FigureText, MoneyText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { furtherLines, LINES_A_PAGE } from './order-queries.ts'
import styles from './order.module.css'

/** An order's lines: the first hundred come with it, the rest are loaded a hundred at a time. */
export function OrderLineTable({ order }: { order: Order }) {
  const further = useInfiniteQuery(furtherLines(order, order.itemCount))
  const lines = [...order.items, ...(further.data?.pages.flat() ?? [])]
  const left = order.itemCount - lines.length
  const more = () => void (further.data ? further.fetchNextPage() : further.refetch())
  return (
    <RecordSection
      title="Contents"
      beside={
        <span className={styles.remark}>
          {formatCount(order.itemCount)} {order.itemCount === 1 ? 'line' : 'lines'}
        </span>
      }
    >
      <table className={`${styles.lines} ${styles.priced}`} aria-label="Lines">
        <ColumnHeads
          texts={['#', 'SKU', 'Description']}
          figures={['Quantity', 'Each', 'Value']}
          figureClass={styles.number}
        />
        <tbody>
          {lines.map((line) => (
            <Line key={line.lineNumber} line={line} currency={order.currencyCode} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>Total</td>
            <td className={styles.number}>
              <FigureText value={order.quantity} />
            </td>
            <td />
            <td className={styles.number}>
              <MoneyText amount={order.totalValue} currency={order.currencyCode} />
            </td>
          </tr>
        </tfoot>
      </table>
      {left > 0 && (
        <div className={styles.more} role="status">
          <Button variant="default" size="xs" loading={further.isFetching} onClick={more}>
            Show {formatCount(Math.min(left, LINES_A_PAGE))} more
          </Button>
          <span className={styles.remark}>
            {formatCount(lines.length)} of {formatCount(order.itemCount)} lines shown
          </span>
          {further.error && <span className={styles.bad}>{messageOf(further.error)}</span>}
        </div>
      )}
    </RecordSection>
  )
}

function Line({ line, currency }: { line: OrderItem; currency: string }) {
  return (
    <tr>
      <td className={styles.remark}>{line.lineNumber}</td>
      <td>
        <Reference text={line.SKU} />
      </td>
      <td>
        <div className={styles.description}>
          {line.Item_Description ? (
            <span title={line.Item_Description}>{line.Item_Description}</span>
          ) : (
            <span className={styles.remark}>No description</span>
          )}
          {line.isUnknownSku && (
            <span title="This SKU was imported and has not been checked">
              <Status meaning="attention">unknown</Status>
            </span>
          )}
        </div>
      </td>
      <td className={styles.number}>
        <FigureText value={line.quantity} />
      </td>
      <td className={styles.number}>
        <MoneyText amount={line.unitValue} currency={currency} />
      </td>
      <td className={styles.number}>
        <MoneyText amount={line.totalValue} currency={currency} />
      </td>
    </tr>
  )
}
