import { invoices } from '@despatch/contract/invoices/invoices'
import { z } from 'zod'
import { windowStorage } from '../../kit/browser/storage.ts'
import { createStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { invoicesChanged } from '../invoice-queries.ts'

/** A decision of this window, and the commands that undo it: one, or one for each invoice. */
export type Decision = {
  readonly commandIds: readonly string[]
  readonly message: string
  /** Whether a part was refused. */
  readonly isPartial: boolean
  /** The number of parcel rows. */
  readonly done: number
  /** Whether it accepted an invoice, which is then closed and cannot be undone. */
  readonly isFinal: boolean
  /** The invoices that it is about. */
  readonly summaryIDs: readonly string[]
  readonly state: 'done' | 'undoing' | 'undone'
  readonly client: string
  /** The user, and the client selected in the window. */
  readonly of: string
}

const KEY = 'despatch.invoice-decisions.1'
const MAX_STORED = 5
const storedShape = z.array(
  z.object({
    commandIds: z.array(z.string()).min(1),
    message: z.string(),
    isPartial: z.boolean(),
    done: z.number(),
    isFinal: z.boolean().default(false),
    summaryIDs: z.array(z.string()).default([]),
    state: z.enum(['done', 'undoing', 'undone']),
    client: z.string(),
    of: z.string(),
  }),
)

export const decisions = createStore<readonly Decision[]>(readStored())

const owner = () => `${session.store.get().user?._id} ${session.client()}`
/** Whether the current user decided it for the current client. */
export const isOwnDecision = (decision: Decision) => decision.of === owner()

type Decided = Pick<Decision, 'commandIds' | 'message' | 'done' | 'summaryIDs'> & {
  readonly isPartial?: boolean
  readonly isFinal?: boolean
}

/** Stores a decision, shows it, and reloads everything about invoices. */
export function storeDecision({ isPartial = false, isFinal = false, ...decided }: Decided): void {
  const decision: Decision = { ...decided, isPartial, isFinal, state: 'done', client: session.client(), of: owner() }
  set([decision, ...decisions.get()].slice(0, MAX_STORED))
  if (isPartial) notify.info(decided.message)
  else notify.success(decided.message)
  void invoicesChanged()
}

/** Undoes a decision, except for rows that someone has decided since. Never throws. */
export async function undoDecision(decision: Decision): Promise<void> {
  const { commandIds, client } = decision
  change(decision, { state: 'undoing' })
  const left = [...commandIds]
  try {
    let message = ''
    for (const commandId of commandIds) {
      const undone = await call(invoices.undo, { params: { commandId } }, { client })
      left.shift()
      message = undone.message
    }
    change(decision, { state: 'undone', message })
    notify.success(message)
  } catch (error) {
    // Commands already undone are not repeated.
    change(decision, { state: 'done', commandIds: left })
    notify.danger(messageOf(error))
  } finally {
    void invoicesChanged()
  }
}

const isSame = (one: Decision, other: Decision) => one.commandIds.at(-1) === other.commandIds.at(-1)

export function closeDecision(decision: Decision): void {
  set(decisions.get().filter((one) => !isSame(one, decision)))
}

function change(decision: Decision, part: Partial<Decision>): void {
  set(decisions.get().map((one) => (isSame(one, decision) ? { ...one, ...part } : one)))
}

function set(next: readonly Decision[]): void {
  decisions.set(next)
  windowStorage.write(KEY, next.length > 0 ? next : undefined)
}

/** Decisions from before a reload of the window. An interrupted undo can be repeated. */
function readStored(): readonly Decision[] {
  const { data = [] } = storedShape.safeParse(windowStorage.read(KEY))
  return data.map((one) => (one.state === 'undoing' ? { ...one, state: 'done' as const } : one))
}
