import { Button } from '@mantine/core'
import type { OrderRow } from '@despatch/contract/orders/order'
import { mayBe } from '@despatch/domain/orders/order-status'
import { useEffect, useState } from 'react'
import { queryClient } from '../../kit/server/query-client.ts'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { actKey, useActKeys } from '../../kit/keys/act-keys.ts'
import { keepFocus } from '../../kit/browser/focus.ts'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { DuplicateButton } from '../duplicate-button.tsx'
import { amendAddress } from '../addresses.ts'
import { type AskedCommand, CommandDialog } from './command-dialog.tsx'
import { UndoButton } from './command-receipts.tsx'
import type { CommandRun } from './command-run.ts'
import { commandRuns, giveCommand, goOn, isOwnRun } from './command-store.ts'
import { useShowsActions, useChangeDisabledReason, useReleaseDisabledReason } from '../use-order-rights.ts'
import { preflightOf } from './preflight.ts'
import { type OrderOf, shownOf } from './work-order-queries.ts'
import styles from './work-orders.module.css'

/** Each action by its letter, here and in the bar of what is selected. */
export const ACT_KEYS = { release: 'r', suspend: 's', cancel: 'c' } as const

/** For so long the look before a release is waited for. */
const LOOK_MS = 5000

type OrderActionsProps = {
  readonly order: Pick<OrderRow, 'clientCode' | 'orderNumber' | 'Status'> & { readonly version: number }
}

/** What may be done to one order as it stands: domain.md, Order life cycle, 'may be'. What one may not oneself says why. */
export function OrderActions({ order }: OrderActionsProps) {
  const [asked, setAsked] = useState<AskedCommand>()
  const [isLooking, setLooking] = useState(false)
  const { releases, changes } = useShowsActions()
  const whyNotRelease = useReleaseDisabledReason()
  const whyNotChange = useChangeDisabledReason()
  const run = useStore(commandRuns, (runs) => runs.find((one) => isOwnRun(one) && isOf(one, order)))
  const selection = { orders: [shownOf(order)] }
  const mayRelease = releases && mayBe(order.Status, 'release')
  const state = run?.state
  // What was pressed is at work, or gone with what the order was.
  useEffect(() => {
    if (state === undefined) return undefined
    const frame = requestAnimationFrame(keepFocus)
    return () => cancelAnimationFrame(frame)
  }, [state, order.Status])
  const isAtWork = state === 'running' || state === 'undoing'

  /** At once, unless it is short of stock, someone changed it since it is shown, or nobody knows: that is said first. */
  async function release() {
    setLooking(true)
    // No answer may come at all, nor a refusal, where the network went away: the dialog says so then, and looks again.
    const noAnswer = new Promise<undefined>((done) => setTimeout(() => done(undefined), LOOK_MS))
    const look = queryClient.fetchQuery(preflightOf('release', selection, order.clientCode, 1)).catch(() => undefined)
    const found = await Promise.race([look, noAnswer])
    setLooking(false)
    if (!found || found.short.orders > 0 || found.changed.length > 0) return setAsked({ action: 'release', selection })
    const { ended } = giveCommand({ action: 'release', selection, count: 1 }, { client: order.clientCode })
    ended.catch((refusal: unknown) => notify.danger(messageOf(refusal)))
  }
  const releaseOnce = useOneAtATime(release)
  useActKeys('r', 's', 'a', 'c')
  const change = (action: 'suspend' | 'cancel', label: string) =>
    changes &&
    mayBe(order.Status, action) && (
      <Button
        size="xs"
        variant="default"
        disabled={whyNotChange !== undefined || isAtWork}
        {...actKey(ACT_KEYS[action])}
        onClick={() => setAsked({ action, selection })}
      >
        {label}
      </Button>
    )
  const mayAmend = changes && mayBe(order.Status, 'amend')
  return (
    <span className={styles.acts} role="group" aria-label="What can be done to the order">
      {mayRelease && (
        <Button
          size="xs"
          disabled={whyNotRelease !== undefined || isAtWork || isLooking}
          {...actKey(ACT_KEYS.release)}
          onClick={releaseOnce}
        >
          Release
        </Button>
      )}
      {change('suspend', 'Suspend…')}
      {mayAmend && <AmendButton order={order} whyNot={whyNotChange} />}
      <DuplicateButton order={order} />
      {change('cancel', 'Cancel the order…')}
      {run && <RunOfOne run={run} />}
      <DisabledReason reasons={[(mayRelease ? whyNotRelease : undefined) ?? (mayAmend ? whyNotChange : undefined)]} />
      <CommandDialog
        asked={asked}
        client={order.clientCode}
        onClose={() => setAsked(undefined)}
        onGiven={() => setAsked(undefined)}
      />
    </span>
  )
}

/** Opens the form that amends an order, in a tab of its own. */
export function AmendButton({ order, whyNot }: { readonly order: OrderOf; readonly whyNot: string | undefined }) {
  if (whyNot !== undefined)
    return (
      <Button size="xs" variant="default" disabled>
        Amend…
      </Button>
    )
  return (
    <ScreenButton to={amendAddress(order)} size="xs" variant="default" {...actKey('a')}>
      Amend…
    </ScreenButton>
  )
}

/** What can still be done about what was done last: undo it, or go on where no answer came. */
function RunOfOne({ run }: { readonly run: CommandRun }) {
  if (run.state === 'broken')
    return (
      <>
        <span role="status">{run.problem}</span>
        <Button size="xs" variant="default" onClick={() => void goOn(run)}>
          Try again
        </Button>
      </>
    )
  return (
    (run.state === 'ended' || run.state === 'undoing') && run.outcome?.done === 1 && <UndoButton run={run} size="xs" />
  )
}

function isOf({ command: { selection } }: CommandRun, { clientCode, orderNumber }: OrderOf): boolean {
  if (!('orders' in selection) || selection.orders.length !== 1) return false
  const [only] = selection.orders
  return only?.clientCode === clientCode && only.orderNumber === orderNumber
}
