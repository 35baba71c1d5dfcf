import { Button } from '@mantine/core'
import type { OrderRow } from '@despatch/contract/orders/order'
import { isActionAllowed } from '@despatch/domain/orders/order-status'
import { useEffect, useState } from 'react'
import { queryClient } from '../../kit/server/query-client.ts'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { actKey } from '../../kit/keys/act-keys.ts'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { type RecordAction, RecordActions } from '../../kit/record/record-actions.tsx'
import { amendAddress, copyAddress } from '../addresses.ts'
import { type CommandRequest, CommandDialog } from './command-dialog.tsx'
import { UndoButton } from './command-receipts.tsx'
import type { CommandRun } from './command-run.ts'
import { commandRuns, sendCommand, resumeCommand, isOwnRun } from './command-store.ts'
import {
  useChangeDisabledReason,
  useCreateDisabledReason,
  useReleaseDisabledReason,
  useShowsActions,
  useShowsCreating,
} from '../use-order-rights.ts'
import { preflightOf } from './preflight.ts'
import { type OrderReference, withKnownVersion } from './work-order-queries.ts'

/** Shortcut letters, here and in the selection bar. */
export const ACT_KEYS = { release: 'r', suspend: 's', cancel: 'c' } as const

/** Time limit of the pre-flight before a release. */
const PREFLIGHT_MS = 5000

type OrderActionsProps = {
  readonly order: Pick<OrderRow, 'clientCode' | 'orderNumber' | 'Status'> & { readonly version: number }
  /** Actions of other rooms. */
  readonly more?: readonly (RecordAction | undefined)[]
}

/** Actions that the order's status allows: domain.md, Order life cycle, 'may be'. Missing permissions are explained. */
export function OrderActions({ order, more = [] }: OrderActionsProps) {
  const [request, setRequest] = useState<CommandRequest>()
  const [isLooking, setLooking] = useState(false)
  const { releases, changes } = useShowsActions()
  const whyNotRelease = useReleaseDisabledReason()
  const whyNotChange = useChangeDisabledReason()
  const showsCreating = useShowsCreating()
  const whyNotCreate = useCreateDisabledReason()
  const run = useStore(commandRuns, (runs) => runs.find((one) => isOwnRun(one) && isOf(one, order)))
  const selection = { orders: [withKnownVersion(order)] }
  const mayRelease = releases && isActionAllowed(order.Status, 'release')
  const state = run?.state
  // The pressed button may be disabled or gone, so move the focus.
  useEffect(() => {
    if (state === undefined) return undefined
    const frame = requestAnimationFrame(restoreFocus)
    return () => cancelAnimationFrame(frame)
  }, [state, order.Status])
  const isAtWork = state === 'running' || state === 'undoing'

  /** Releases at once unless the order is short of stock or changed, or the pre-flight fails; the dialog opens then. */
  async function release() {
    setLooking(true)
    // The network may be gone without an error; the dialog then shows so and retries.
    const noAnswer = new Promise<undefined>((done) => setTimeout(() => done(undefined), PREFLIGHT_MS))
    const look = queryClient.fetchQuery(preflightOf('release', selection, order.clientCode, 1)).catch(() => undefined)
    const found = await Promise.race([look, noAnswer])
    setLooking(false)
    if (!found || found.short.orders > 0 || found.changed.length > 0)
      return setRequest({ action: 'release', selection })
    const { ended } = sendCommand({ action: 'release', selection, count: 1 }, { client: order.clientCode })
    ended.catch((refusal: unknown) => notify.danger(messageOf(refusal)))
  }
  const releaseOnce = useOneAtATime(release)
  const mayChange = (action: 'suspend' | 'amend' | 'cancel') => changes && isActionAllowed(order.Status, action)
  const change = (action: 'suspend' | 'cancel', label: string): RecordAction => ({
    label,
    onAct: () => setRequest({ action, selection }),
    whyNot: whyNotChange,
    isWaiting: isAtWork,
    letter: ACT_KEYS[action],
    isDangerous: action === 'cancel',
  })
  return (
    <>
      <RecordActions
        label="Order actions"
        primary={
          mayRelease && {
            label: 'Release',
            onAct: releaseOnce,
            whyNot: whyNotRelease,
            isWaiting: isAtWork || isLooking,
            letter: ACT_KEYS.release,
          }
        }
        others={[
          mayChange('suspend') && change('suspend', 'Suspend…'),
          mayChange('amend') && { label: 'Amend…', to: amendAddress(order), whyNot: whyNotChange, letter: 'a' },
          ...more,
          showsCreating && { label: 'Duplicate…', to: copyAddress(order), whyNot: whyNotCreate },
          mayChange('cancel') && change('cancel', 'Cancel order…'),
        ]}
      >
        {run && <RunOfOne run={run} />}
      </RecordActions>
      <CommandDialog
        request={request}
        client={order.clientCode}
        onClose={() => setRequest(undefined)}
        onSent={() => setRequest(undefined)}
      />
    </>
  )
}

export function AmendButton({
  order,
  whyNot,
}: {
  readonly order: OrderReference
  readonly whyNot: string | undefined
}) {
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

/** Undo of the last command, or retry if no answer arrived. */
function RunOfOne({ run }: { readonly run: CommandRun }) {
  if (run.state === 'broken')
    return (
      <>
        <span role="status">{run.problem}</span>
        <Button size="xs" variant="default" onClick={() => void resumeCommand(run)}>
          Try again
        </Button>
      </>
    )
  return (
    (run.state === 'ended' || run.state === 'undoing') && run.outcome?.done === 1 && <UndoButton run={run} size="xs" />
  )
}

function isOf({ command: { selection } }: CommandRun, { clientCode, orderNumber }: OrderReference): boolean {
  if (!('orders' in selection) || selection.orders.length !== 1) return false
  const [only] = selection.orders
  return only?.clientCode === clientCode && only.orderNumber === orderNumber
}
