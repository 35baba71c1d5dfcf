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
import { giveFromDialog } from './command-store.ts'
import { ReasonField } from '../reason-field.tsx'
import { CommandVerdicts } from './command-verdicts.tsx'
import { askText, COMMAND_TEXTS, effectText, keepText, ordersText } from './command-text.ts'
import { preflightOf } from './preflight.ts'
import type { OrderOf, Selection } from './work-order-queries.ts'
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

/** Cancelling more than these asks for their number: that many are not cancelled by a slip. */
const MAX_UNTYPED = 50
const MAX_NOTE = 400

/** What is said of the command: why, '' while nothing is chosen. For cancelling many, `typed` is how many they are. */
type Entered = { reason: string; note: string }
type Confirmed = Entered & { readonly typed: string }

/** Says what an action would do to each order before it is done: domain.md, 'a selection of orders is acted on after a pre-flight'. */
export function CommandDialog({ asked, client, onClose, onGiven }: CommandDialogProps) {
  const [page, setPage] = useState(1)
  const [typed, setTyped] = useState('')
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
    setTyped('')
  }
  const draft = useDialogDraft<Entered, undefined>(draftName(action, selection), asked !== undefined, {
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
      selection: asFound(selection, data),
      count: data.total,
      ...('matching' in selection && { most: data.total }),
    }
    try {
      await giveFromDialog(commandOf(action, common, entered), { client })
    } catch (refusal) {
      void preflight.refetch()
      throw refusal
    }
  }

  return (
    <ConfirmDialog
      opened={asked !== undefined}
      size={720}
      title={title}
      confirmLabel={data ? `${verb} ${ordersText(allowed)}` : verb}
      isDangerous={action === 'cancel'}
      keepLabel={keepText(action, allowed)}
      whyNot={
        data
          ? whyNotYet(action, allowed, entered)
          : error
            ? 'The effect could not be worked out.'
            : 'Looking at the orders…'
      }
      {...(action !== 'release' && { draft })}
      onConfirm={give}
      onDone={onGiven}
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
        <Skeleton height={160} aria-label="Looking at the orders" />
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
  readonly entered: Confirmed
  readonly onChange: (part: Partial<Entered>) => void
  readonly onType: (typed: string) => void
}

/** Why orders are suspended or cancelled; and of many that are cancelled, their number. */
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

/** Why a command cannot be given yet, in words. */
function whyNotYet(action: OrderCommand, allowed: number, { reason, typed }: Confirmed): string | undefined {
  if (allowed === 0) return 'None of these orders can be changed this way.'
  if (action !== 'release' && reason === '') return 'Choose a reason.'
  if (isManyToCancel(action, allowed) && typed !== String(allowed)) return `Type ${formatCount(allowed)} to confirm.`
  return undefined
}

/** A command as it is given. The reasons are those of its list. */
function commandOf<Common extends object>(action: OrderCommand, common: Common, { reason, note }: Entered) {
  if (action === 'suspend') return { ...common, action, reason: reason as SuspendReason, note }
  if (action === 'cancel') return { ...common, action, note: cancelNote(reason as CancelReason, note) }
  return { ...common, action }
}

/** What is typed of an order is its own; what is typed of several is there for the next choice of several. */
function draftName(action: OrderCommand, selection: Selection): string {
  const [only, another] = 'orders' in selection ? selection.orders : []
  return only && !another ? `${action} ${only.clientCode} ${only.orderNumber}` : `${action} orders`
}

/** The orders as the pre-flight found them: what happened to them since they were shown has been said. */
function asFound(selection: Selection, { changed, rows, at }: RouteAnswer<typeof orders.preflight>): Selection {
  if (!('orders' in selection)) return { ...selection, asOf: at }
  // Of an order that was named unseen, the dialog is what shows it.
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

const isSame = (one: OrderOf, other: OrderOf) =>
  one.clientCode === other.clientCode && one.orderNumber === other.orderNumber

/** Whether two keys of pre-flights differ in the page alone, which is last. */
function areOfOne(one: QueryKey | undefined, other: QueryKey): boolean {
  return one !== undefined && hashKey(one.slice(0, -1)) === hashKey(other.slice(0, -1))
}
