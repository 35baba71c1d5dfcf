import { invoices } from '@despatch/contract/invoices/invoices'
import { z } from 'zod'
import { inWindow } from '../../kit/browser/storage.ts'
import { createStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { invoicesChanged } from '../invoice-queries.ts'

/** What was decided in this window, and by which commands it can be undone: one, or one for each invoice. */
export type Decision = {
  readonly commandIds: readonly string[]
  readonly message: string
  /** Some of what was asked for was refused. */
  readonly isPartial: boolean
  /** How many parcel rows. */
  readonly done: number
  /** An invoice was accepted, and is closed: nothing on it is undone. */
  readonly isFinal: boolean
  /** On which invoices. */
  readonly summaryIDs: readonly string[]
  readonly state: 'done' | 'undoing' | 'undone'
  readonly client: string
  /** The user, and the client of the window, of whom it is. */
  readonly of: string
}

const KEY = 'despatch.invoice-decisions.1'
const MAX_KEPT = 5
const kept = z.array(
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

export const decisions = createStore<readonly Decision[]>(readKept())

const whose = () => `${session.store.get().user?._id} ${session.client()}`
/** Whether the present user decided it, working for the present client. */
export const isOwnDecision = (decision: Decision) => decision.of === whose()

type Decided = Pick<Decision, 'commandIds' | 'message' | 'done' | 'summaryIDs'> & {
  readonly isPartial?: boolean
  readonly isFinal?: boolean
}

/** Keeps what was decided, says so, and has everything that is shown of invoices asked for again. */
export function keepDecision({ isPartial = false, isFinal = false, ...decided }: Decided): void {
  const decision: Decision = { ...decided, isPartial, isFinal, state: 'done', client: session.client(), of: whose() }
  set([decision, ...decisions.get()].slice(0, MAX_KEPT))
  if (isPartial) notify.info(decided.message)
  else notify.success(decided.message)
  void invoicesChanged()
}

/** Undoes a decision: each row on which nobody has decided since is as before. Never throws. */
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
    // What is undone already is not tried again.
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
  inWindow.keep(KEY, next.length > 0 ? next : undefined)
}

/** What this window decided before it was loaded again. Of one that was being undone nobody knows how far it got: it can be tried again. */
function readKept(): readonly Decision[] {
  const { data = [] } = kept.safeParse(inWindow.read(KEY))
  return data.map((one) => (one.state === 'undoing' ? { ...one, state: 'done' as const } : one))
}
