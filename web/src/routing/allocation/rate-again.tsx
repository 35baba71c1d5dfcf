import { currencyOf } from '../../kit/session/use-currency.ts'
import { Button, Checkbox, Loader } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { orderCommands } from '@despatch/contract/orders/commands/order-commands'
import { MAX_RATED, type RatedOrder } from '@despatch/contract/routing/allocation/rate-again'
import { formatPrice, moneyText, parseMoney } from '@despatch/domain/money/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { notifyReceipts } from '../../kit/notify/notify-receipts.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { useSeesRuleBook } from '../../kit/session/use-visibility.ts'
import fileStyles from '../../kit/form/file.module.css'
import styles from './rate-again.module.css'
import { useReallocateDisabledReason } from './allocate-again-button.tsx'
import { routingChanged } from './allocate-again.ts'
import type { OrderOf } from './decision-queries.ts'

type RateAgainButtonProps = {
  /** The orders, or a function that loads them on request. */
  readonly orders: readonly OrderOf[] | (() => Promise<readonly OrderOf[]>)
  readonly size?: 'xs' | 'compact-sm'
}

/**
 * Previews what orders would go with now and rates the selected ones. Renders nothing for users who may not rate or see
 * prices.
 */
export function RateAgainButton({ orders, size = 'xs' }: RateAgainButtonProps) {
  const seesRules = useSeesRuleBook()
  const whyNotAgain = useReallocateDisabledReason()
  const [isOpen, dialog] = useDisclosure()
  const finds = typeof orders === 'function'
  const find = useMutation({
    mutationFn: async () => (finds ? orders() : orders),
    onSuccess: dialog.open,
    onError: (error) => notify.danger(messageOf(error)),
  })
  const known = finds ? (find.data ?? []) : orders
  if (!seesRules || whyNotAgain !== undefined) return null
  const reason = known.length > MAX_RATED ? `Re-allocate up to ${MAX_RATED} orders at once.` : undefined
  return (
    <>
      <Button
        size={size}
        variant="default"
        disabled={reason !== undefined || (!finds && orders.length === 0)}
        loading={find.isPending}
        onClick={() => find.mutate()}
      >
        Re-allocate…
      </Button>
      <DisabledReason reasons={[reason]} />
      <RateAgainDialog orders={known} opened={isOpen} onClose={dialog.close} />
    </>
  )
}

type RateAgainDialogProps = {
  readonly orders: readonly OrderOf[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Users who may change orders may undo the rating. */
const UNDO = ['orderManagement.viewNewOrders', 'orderManagement.orderSuspendAmendOrCancel'] as const

/** Undoes a rating. Never throws: failures are shown. */
async function undoRating(commandId: string, client: string | undefined): Promise<void> {
  try {
    const { message, refused, receipts } = await call(orderCommands.undo, { params: { commandId } }, { client })
    if (refused === 0) notify.success(message)
    else
      notifyReceipts(
        {
          message,
          receipts: receipts.length > 1 ? receipts.map((one) => ({ ...one, isDone: one.outcome === 'done' })) : [],
        },
        ({ orderNumber, message: why }) => `${orderNumber}: ${why}.`,
      )
  } catch (error) {
    notify.danger(messageOf(error))
  } finally {
    await routingChanged()
  }
}

const idOf = ({ clientCode, orderNumber }: OrderOf) => `${clientCode} ${orderNumber}`
const ordersText = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

function RateAgainDialog({ orders, opened, onClose }: RateAgainDialogProps) {
  const mayUndo = useEditDisabledReason(...UNDO) === undefined
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const orderKeys = orders.map(({ clientCode, orderNumber }) => ({ clientCode, orderNumber }))
  const preview = useQuery({
    queryKey: ['orders', 'rate-preview', orderKeys],
    queryFn: ({ signal }) =>
      call(allocation.ratePreview, { body: { orders: orderKeys } }, { signal, client: onlyClient(orderKeys) }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  })
  const rated = preview.data?.orders ?? []
  const taken = rated.flatMap((one) => (one.now && one.outcome === 'changes' && !left.has(idOf(one)) ? [one] : []))

  async function take() {
    const body = {
      orders: taken.map(({ clientCode, orderNumber, version, now }) => ({
        clientCode,
        orderNumber,
        version,
        methods: now?.methods ?? [],
        cost: now?.cost ?? '',
      })),
    }
    const client = onlyClient(orderKeys)
    const { commandId, receipts } = await call(allocation.rateAgain, { body }, { client })
    const refused = receipts.filter(({ outcome }) => outcome === 'refused')
    const done = receipts.length - refused.length
    const act = { label: 'Undo', run: () => void undoRating(commandId, client) }
    if (done > 0) notify.success(`${ordersText(done)} re-allocated.`, mayUndo ? { act } : {})
    for (const { message } of refused.slice(0, 3)) notify.danger(message)
    if (refused.length > 3) notify.danger(`${ordersText(refused.length)} could not be re-allocated.`)
    await routingChanged()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Re-allocate ${orders.length === 1 ? `order ${orders[0]?.orderNumber}` : ordersText(orders.length)}`}
      confirmLabel={`Re-allocate ${ordersText(taken.length)}`}
      size={820}
      whyNot={
        preview.isPending ? 'Checking carriers and prices…' : taken.length === 0 ? 'Nothing would change.' : undefined
      }
      onConfirm={take}
      onDone={() => setLeft(new Set())}
      onClose={onClose}
    >
      {preview.isPending && <Loader size="sm" aria-label="Loading new carriers" />}
      {preview.error && <TableProblem error={preview.error} onRetry={() => void preview.refetch()} isInline />}
      {rated.length > 0 && (
        <table className={`${fileStyles.table} ${styles.rated}`} aria-label="Current and new carriers">
          <thead>
            <tr>
              {['', 'Order', 'Current carrier', 'New carrier', 'Difference'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rated.map((one) => (
              <tr key={idOf(one)}>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={`Re-allocate ${one.orderNumber}`}
                    disabled={one.outcome !== 'changes'}
                    checked={one.outcome === 'changes' && !left.has(idOf(one))}
                    onChange={({ currentTarget: { checked } }) => {
                      const next = new Set(left)
                      if (checked) next.delete(idOf(one))
                      else next.add(idOf(one))
                      setLeft(next)
                    }}
                  />
                </td>
                <th scope="row" className="reference">
                  {one.orderNumber}
                </th>
                <td data-title="Current carrier">{one.kept ? sideText(one.kept, one.clientCode) : 'No carrier'}</td>
                <td data-title="New carrier">{nowText(one)}</td>
                <td className={fileStyles.number}>
                  {one.kept && one.now ? differenceOf(one.kept, one.now, one.clientCode) : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ConfirmDialog>
  )
}

type Side = NonNullable<RatedOrder['now']>
const sideText = ({ text, cost }: Side, client: string) => `${text}, ${formatPrice(cost, currencyOf(client))}`

function nowText({ clientCode, outcome, now, reason, kept }: RatedOrder): string {
  if (outcome === 'same') return 'No change'
  if (now) return sideText(now, clientCode)
  return kept ? `Keeps its carrier. ${reason}` : reason
}

function differenceOf(kept: Side, now: Side, client: string): string {
  const by = parseMoney(now.cost) - parseMoney(kept.cost)
  if (by === 0n) return '–'
  return `${by > 0n ? '+' : '−'}${formatPrice(moneyText(by > 0n ? by : -by), currencyOf(client))}`
}

/** The client of the call if all orders are of one client, so that users of that client may call it. */
function onlyClient(orders: readonly OrderOf[]): string | undefined {
  const codes = new Set(orders.map(({ clientCode }) => clientCode))
  return codes.size === 1 ? [...codes][0] : undefined
}
