import { randomUuid } from '../../kit/browser/random-uuid.ts'
import { Loader, Radio } from '@mantine/core'
import { type CarrierStatus, carriers as calls } from '@despatch/contract/routing/active-dates/carriers'
import { carrierStops } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { formatCount, formatPrice } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorToday } from '../../kit/browser/clock.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { routingChanged } from '../allocation/allocate-again.ts'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'

type SwitchOffDialogProps = {
  readonly carrier: CarrierStatus
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
}

const ordersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

/** Switches a carrier off for a client: shows its orders, and moves them unless the user leaves them. */
export function SwitchOffDialog({ carrier: status, title, opened, onClose }: SwitchOffDialogProps) {
  const { client, carrier, activeDates, version } = status
  const [isLeft, setIsLeft] = useState(false)
  const preview = useQuery({
    queryKey: ['carrier-stops', 'switch-off', client, carrier],
    queryFn: ({ signal }) =>
      call(carrierStops.preview, { body: { carrier, stop: { from: operatorToday() } } }, { signal, client }),
    enabled: opened,
    gcTime: 0,
  })
  const [plan] = preview.data?.clients ?? []
  const count = plan ? plan.moved + plan.left : 0
  async function switchOff() {
    const { message } = await call(calls.update, { body: { client, carrier, active: 'N', activeDates, version } })
    notify.success(message)
    void ruleBookChanged()
    if (isLeft || count === 0) return
    const moved = await call(carrierStops.move, { body: { commandId: randomUuid(), carrier } }, { client })
    notify.success(moved.message)
    void routingChanged()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Switch ${title} off`}
      confirmLabel={isLeft || count === 0 ? 'Switch off' : `Switch off and move ${ordersText(count)}`}
      whyNot={preview.data || preview.error ? undefined : 'Looking for its orders…'}
      onConfirm={switchOff}
      onClose={onClose}
    >
      {preview.isPending && <Loader size="sm" aria-label="Looking for its orders" />}
      {preview.error && <p>{messageOf(preview.error)}</p>}
      {preview.data && !plan && <p>No order has it.</p>}
      {plan && (
        <p>
          {ordersText(count)} of {client} {count === 1 ? 'has' : 'have'} it: {formatCount(plan.moved)} can go with
          another carrier
          {plan.moved > 0 && ` (${costText(plan.extra, plan.currency)})`}, {formatCount(plan.left)} with none.
          {plan.atWarehouse > 0 && ` ${ordersText(plan.atWarehouse)} at the warehouse keep it.`}
        </p>
      )}
      {count > 0 && (
        <Radio.Group
          label="Its orders"
          value={isLeft ? 'leave' : 'move'}
          onChange={(value) => setIsLeft(value === 'leave')}
        >
          <Radio mt="xs" value="move" label="Move them to the other carriers" />
          <Radio mt="xs" value="leave" label="Leave them: Home names them until they are moved" />
        </Radio.Group>
      )}
    </ConfirmDialog>
  )
}

/** '£4.20 more' or '£1.10 less'. */
function costText(extra: string, currency: string): string {
  const isLess = extra.startsWith('-')
  return `${formatPrice(isLess ? extra.slice(1) : extra, currency)} ${isLess ? 'less' : 'more'}`
}
