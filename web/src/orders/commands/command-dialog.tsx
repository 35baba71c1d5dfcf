import { Skeleton, TextInput } from '@mantine/core'
import type { orders } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { UNDO_MINUTES } from '@despatch/domain/orders/commands/command-text'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import {
  CANCEL_REASONS,
  type CancelReason,
  cancelNote,
  SUSPEND_REASONS,
  type SuspendReason,
} from '@despatch/domain/orders/commands/reasons'
import { formatCount } from '@despatch/domain/money/money'
import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { sendFromDialog } from './command-store.ts'
import { ReasonField } from '../reason-field.tsx'
import { CommandVerdicts } from './command-verdicts.tsx'
import { askText, COMMAND_TEXTS, effectText, keepText, ordersText } from './command-text.ts'
import { preflightOf } from './preflight.ts'
import type { OrderReference, Selection } from './work-order-queries.ts'
import styles from './work-orders.module.css'

export type CommandRequest = { readonly action: OrderCommand; readonly selection: Selection }

type CommandDialogProps = {
  /** Undefined while the dialog is closed. */
  readonly request: CommandRequest | undefined
  /** Client of the orders if there is only one; defaults to the selected client. */
  readonly client?: string | undefined
  readonly onClose: () => void
  /** Called once the command is sent. */
  readonly onSent: () => void
}

/** Cancelling more than this requires typing the number, so that it cannot happen by accident. */
const MAX_UNTYPED = 50
const MAX_NOTE = 400

/** User input: the reason ('' if not chosen) and, when cancelling many, `typed` for their number. */
type CommandInput = { reason: string; note: string }
type ConfirmedInput = CommandInput & { readonly typed: string }

/**
 * Shows the effect of a command before it is sent: domain.md, 'a selection of orders is acted on after a pre-flight'.
 */
export function CommandDialog({ request, client, onClose, onSent }: CommandDialogProps) {
  const [page, setPage] = useState(1)
  const [typed, setTyped] = useState('')
  const { action = 'release', selection = { orders: [] } } = request ?? {}
  const options = preflightOf(action, selection, client, page)
  const preflight = useQuery({
    ...options,
    enabled: request !== undefined,
    // Keep the previous page of the same pre-flight, but never that of other orders.
    placeholderData: (before, query) => (isSamePreflight(query?.queryKey, options.queryKey) ? before : undefined),
  })
  const [last, setLast] = useState(request)
  if (request && request !== last) {
    setLast(request)
    setPage(1)
    setTyped('')
  }
  const draft = useDialogDraft<CommandInput, undefined>(draftName(action, selection), request !== undefined, {
    reason: '',
    note: '',
  })
  const entered = { ...draft.values, typed }
  const { data, error } = preflight
  const { verb } = COMMAND_TEXTS[action]
  const allowed = data?.allowed ?? 0
  const [only, another] = 'orders' in selection ? selection.orders : []
  const asks = data ? askText(action, data) : `${verb} orders?`
  const title = only && !another ? `${verb} order ${only.orderNumber}?` : asks
  const effect = data && effectText(action, data)

  async function give() {
    if (!data) return
    const common = {
      selection: withSeenVersions(selection, data),
      count: data.total,
      ...('matching' in selection && { most: data.total }),
    }
    try {
      await sendFromDialog(buildCommand(action, common, entered), { client })
    } catch (refusal) {
      void preflight.refetch()
      throw refusal
    }
  }

  return (
    <ConfirmDialog
      opened={request !== undefined}
      size={720}
      title={title}
      confirmLabel={data ? `${verb} ${data.total === 1 ? 'order' : ordersText(allowed)}` : verb}
      isDangerous={action === 'cancel'}
      keepLabel={keepText(action, allowed)}
      whyNot={
        data ? whyNotYet(action, allowed, entered) : error ? 'The orders couldn’t be checked.' : 'Checking orders…'
      }
      {...(action !== 'release' && { draft })}
      onConfirm={give}
      onDone={onSent}
      onClose={onClose}
    >
      {action !== 'release' && (
        <CommandReason {...{ action, allowed, entered }} onChange={draft.set} onType={setTyped} />
      )}
      {data ? (
        <CommandVerdicts action={action} found={data} page={page} onPage={setPage} />
      ) : error ? (
        <TableProblem error={error} onRetry={() => void preflight.refetch()} isInline />
      ) : (
        <Skeleton height={160} aria-label="Checking orders" />
      )}
      {effect && (
        <p>
          {effect} You can undo this for {UNDO_MINUTES} minutes.
        </p>
      )}
    </ConfirmDialog>
  )
}

type CommandReasonProps = {
  readonly action: 'suspend' | 'cancel'
  readonly allowed: number
  readonly entered: ConfirmedInput
  readonly onChange: (part: Partial<CommandInput>) => void
  readonly onType: (typed: string) => void
}

/** Reason of a suspension or cancellation, and the number when cancelling many. */
function CommandReason({ action, allowed, entered, onChange, onType }: CommandReasonProps) {
  return (
    <div className={styles.words}>
      <ReasonField
        reasons={action === 'suspend' ? SUSPEND_REASONS : CANCEL_REASONS}
        value={entered.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <TextInput
        label={<OptionalLabel>Note</OptionalLabel>}
        maxLength={MAX_NOTE}
        autoComplete="off"
        value={entered.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
      {isManyToCancel(action, allowed) && (
        <CountField
          isText
          label={`Type ${allowed} to cancel ${ordersText(allowed)}`}
          value={entered.typed}
          onChange={onType}
        />
      )}
    </div>
  )
}

const isManyToCancel = (action: OrderCommand, allowed: number) => action === 'cancel' && allowed > MAX_UNTYPED

/** Why the command cannot be sent yet. */
function whyNotYet(action: OrderCommand, allowed: number, { reason, typed }: ConfirmedInput): string | undefined {
  if (allowed === 0) return 'None of these orders can be changed.'
  if (action !== 'release' && reason === '') return 'Choose a reason.'
  if (isManyToCancel(action, allowed) && typed !== String(allowed)) return `Type ${formatCount(allowed)} to confirm.`
  return undefined
}

/** Builds the command; only listed reasons are possible. */
function buildCommand<Common extends object>(action: OrderCommand, common: Common, { reason, note }: CommandInput) {
  if (action === 'suspend') return { ...common, action, reason: reason as SuspendReason, note }
  if (action === 'cancel') return { ...common, action, note: cancelNote(reason as CancelReason, note) }
  return { ...common, action }
}

/** A draft for one order is its own; drafts for several orders are shared. */
function draftName(action: OrderCommand, selection: Selection): string {
  const [only, another] = 'orders' in selection ? selection.orders : []
  return only && !another ? `${action} ${only.clientCode} ${only.orderNumber}` : `${action} orders`
}

/** The orders with the versions of the pre-flight, because the dialog has reported changes since the list was read. */
function withSeenVersions(
  selection: Selection,
  { changed, rows, at }: RouteAnswer<typeof orders.preflight>,
): Selection {
  if (!('orders' in selection)) return { ...selection, asOf: at }
  // An order named in the palette was not shown before the dialog.
  const unseen = rows.filter((row) =>
    selection.orders.some((order) => isSame(order, row) && order.version === undefined),
  )
  const now = new Map([...unseen, ...changed].map((one) => [`${one.clientCode} ${one.orderNumber}`, one.version]))
  return {
    orders: selection.orders.map((order) => {
      const version = now.get(`${order.clientCode} ${order.orderNumber}`)
      return version === undefined ? order : { ...order, version }
    }),
  }
}

const isSame = (one: OrderReference, other: OrderReference) =>
  one.clientCode === other.clientCode && one.orderNumber === other.orderNumber

/** Whether two pre-flight keys differ only in the page, their last part. */
function isSamePreflight(one: QueryKey | undefined, other: QueryKey): boolean {
  return one !== undefined && hashKey(one.slice(0, -1)) === hashKey(other.slice(0, -1))
}
