import { allClients, type ChangedClients } from '@despatch/contract/routing/all-clients/all-clients'
import { z } from 'zod'
import { inWindow } from '../../kit/browser/storage.ts'
import { createStore } from '../../kit/browser/store.ts'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import type { Acknowledgement } from '../prices/use-acknowledgement.tsx'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'

/** The last change for several clients, what became of it, and of its being undone. */
export type ChangeRun = {
  /** The comparison that it was made in. */
  readonly table: string
  readonly done: ChangedClients
  readonly undone: ChangedClients | undefined
  readonly isUndoing: boolean
  /** Whose it is: another user of this window is not told. */
  readonly of: string
}

/** Of this window only; what another shape of it left behind is forgotten. */
const KEY = 'despatch.change-of-clients.1'
const kept = z.custom<ChangeRun>(
  (run) =>
    z.object({ table: z.string(), of: z.string(), done: z.object({ clients: z.array(z.object({})) }) }).safeParse(run)
      .success,
)

/** The change of this window from before it was loaded again; whether an undoing got through, its next look says. */
export function readRun(): ChangeRun | undefined {
  const { data } = kept.safeParse(inWindow.read(KEY))
  return data && { ...data, undone: data.undone, isUndoing: false }
}

export const changeRun = createStore<ChangeRun | undefined>(readRun())
changeRun.subscribe(() => inWindow.keep(KEY, changeRun.get()))
// Nothing of someone who has left stays in the browser.
session.store.subscribe(() => {
  const run = changeRun.get()
  if (run && !run.of.startsWith(`${session.store.get().user?._id} `)) changeRun.set(undefined)
})

const whose = () => `${session.store.get().user?._id} ${session.client()}`

/** The run as far as it is the present user's, of one comparison. */
export const runOf = (table: string) => (run: ChangeRun | undefined) =>
  run?.table === table && run.of === whose() ? run : undefined

export function keepRun(table: string, done: ChangedClients): void {
  changeRun.set({ table, done, undone: undefined, isUndoing: false, of: whose() })
}

/** The versions that a change has published, which undoing it takes back. */
export const versionsOf = ({ clients }: ChangedClients) =>
  clients.flatMap(({ client, version }) => (version === null ? [] : [{ client, version }]))

/** Clients that were not undone because something looks wrong in the prices that would come back. */
export const warnedOf = ({ undone }: Pick<ChangeRun, 'undone'>) =>
  (undone?.clients ?? []).filter(({ outcome, warnings = [] }) => outcome === 'refused' && warnings.length > 0)

const NOT_LOOKED: Acknowledgement = { note: '', acknowledged: false }

/**
 * Brings every client back to what it had, where nothing has changed since; once it was looked at, those alone that were refused
 * for what looks wrong in their prices. Throws what the call throws.
 */
export async function undoRun(run: ChangeRun, looked = NOT_LOOKED): Promise<void> {
  const began = { ...run, isUndoing: true }
  changeRun.set(began)
  const named = new Set(warnedOf(run).map(({ client }) => client))
  const versions = versionsOf(run.done).filter(({ client }) => !looked.acknowledged || named.has(client))
  let { undone } = run
  try {
    undone = withOthers(undone, await call(allClients.undo, { body: { versions, ...looked } }))
  } finally {
    if (changeRun.get() === began) changeRun.set({ ...run, undone })
    await ruleBookChanged()
  }
}

/** What became of all clients, once some of them were asked again: what others refused is still to be read. */
function withOthers(before: ChangedClients | undefined, now: ChangedClients): ChangedClients {
  const again = new Map(now.clients.map((one) => [one.client, one]))
  return before ? { ...now, clients: before.clients.map((one) => again.get(one.client) ?? one) } : now
}
