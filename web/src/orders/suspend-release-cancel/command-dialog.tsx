import { Select, Skeleton, TextInput } from '@mantine/core'
import { UNDO_MINUTES } from '@despatch/domain/orders/suspend-release-cancel/command-text'
import type { OrderCommand } from '@despatch/domain/orders/suspend-release-cancel/order-verdict'
import { SUSPEND_REASONS, type SuspendReason } from '@despatch/domain/orders/suspend-release-cancel/suspend-reasons'
import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { notify } from '../../kit/notify/notify.ts'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { closeRun, giveCommand } from './command-store.ts'
import { CommandVerdicts } from './command-verdicts.tsx'
import { COMMAND_WORDS, ordersText } from './command-text.ts'
import { preflightOf, type Selection } from './work-order-queries.ts'
import styles from './work-orders.module.css'

/** What is asked about: an action, and the orders. */
export type AskedCommand = { readonly action: OrderCommand; readonly selection: Selection }

type CommandDialogProps = {
  /** Undefined while nothing is asked. */
  readonly asked: AskedCommand | undefined
  /** Whose the orders are, where they are of one client; the selected one unless told. */
  readonly client?: string | undefined
  readonly onClose: () => void
  /** The command has been given. */
  readonly onGiven: () => void
}

/** A command that takes longer goes on without its dialog. */
const PATIENCE_MS = 1000
const NO_NOTE = { reason: null, note: '' } as const

/** Says what an action would do to each order before it is done: domain.md, 'a selection of orders is acted on after a pre-flight'. */
export function CommandDialog({ asked, client, onClose, onGiven }: CommandDialogProps) {
  const [page, setPage] = useState(1)
  const [{ reason, note }, setLabel] = useState<{ reason: SuspendReason | null; note: string }>(NO_NOTE)
  const { action = 'release', selection = { orders: [] } } = asked ?? {}
  const options = preflightOf(action, selection, client, page)
  const preflight = useQuery({
    ...options,
    enabled: asked !== undefined,
    // Another page of the same; never what was found of other orders.
    placeholderData: (before, query) => (areOfOne(query?.queryKey, options.queryKey) ? before : undefined),
  })
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) {
    setLast(asked)
    setPage(1)
    setLabel(NO_NOTE)
  }
  const { data, error } = preflight
  const { verb, effect } = COMMAND_WORDS[action]
  const allowed = data?.allowed ?? 0
  const [only, another] = 'orders' in selection ? selection.orders : []
  const which = only && !another ? `order ${only.orderNumber}` : data ? ordersText(data.total) : 'orders'

  async function give() {
    if (!data) return
    const common = { selection, count: data.total, ...('matching' in selection && { most: data.total }) }
    const given = giveCommand(
      action === 'suspend'
        ? { ...common, action, reason: reason ?? 'Other', note }
        : action === 'cancel'
          ? { ...common, action, note }
          : { ...common, action },
      client,
    )
    const isLate = new Promise<'late'>((late) => setTimeout(() => late('late'), PATIENCE_MS))
    try {
      const first = await Promise.race([given.ended, isLate])
      if (first === 'late') given.ended.catch((refusal: unknown) => notify.danger(messageOf(refusal)))
    } catch (refusal) {
      // It is said here, where one can look again.
      closeRun(given.commandId)
      void preflight.refetch()
      notify.danger(messageOf(refusal))
      throw refusal
    }
  }

  return (
    <ConfirmDialog
      opened={asked !== undefined}
      size={720}
      title={`${verb} ${which}?`}
      confirmLabel={data ? `${verb} ${ordersText(allowed)}` : verb}
      isDangerous={action === 'cancel'}
      whyNot={
        !data
          ? error
            ? 'The effect could not be worked out.'
            : 'Looking at the orders…'
          : allowed === 0
            ? 'None of these orders can be changed this way.'
            : action === 'suspend' && reason === null
              ? 'Choose a reason.'
              : undefined
      }
      onConfirm={give}
      onDone={onGiven}
      onClose={onClose}
    >
      {action !== 'release' && (
        <div className={styles.words}>
          {action === 'suspend' && (
            <Select
              label="Reason"
              placeholder="Choose a reason"
              data={[...SUSPEND_REASONS]}
              value={reason}
              onChange={(chosen) => setLabel((now) => ({ ...now, reason: chosen as SuspendReason | null }))}
              data-autofocus
            />
          )}
          <TextInput
            label={<OptionalLabel>Note</OptionalLabel>}
            maxLength={500}
            autoComplete="off"
            value={note}
            onChange={(event) => {
              const text = event.currentTarget.value
              setLabel((now) => ({ ...now, note: text }))
            }}
          />
        </div>
      )}
      {data ? (
        <CommandVerdicts action={action} found={data} page={page} onPage={setPage} />
      ) : error ? (
        <TableProblem error={error} onRetry={() => void preflight.refetch()} isInline />
      ) : (
        <Skeleton height={160} aria-label="Looking at the orders" />
      )}
      <p>
        {effect} You can undo this for {UNDO_MINUTES} minutes.
      </p>
    </ConfirmDialog>
  )
}

/** Whether two keys of pre-flights differ in the page alone, which is last. */
function areOfOne(one: QueryKey | undefined, other: QueryKey): boolean {
  return one !== undefined && hashKey(one.slice(0, -1)) === hashKey(other.slice(0, -1))
}
