import { allClients, type ChangedClients } from '@despatch/contract/routing/all-clients/all-clients'
import { z } from 'zod'
import { windowStorage } from '../../kit/browser/storage.ts'
import { createStore } from '../../kit/browser/store.ts'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import type { Acknowledgement } from '../prices/use-acknowledgement.tsx'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'

/** The last change for several clients, its outcome, and the outcome of undoing it. */
export type ChangeRun = {
  /** The comparison in which it was made. */
  readonly table: string
  readonly done: ChangedClients
  readonly undone: ChangedClients | undefined
  readonly isUndoing: boolean
  /** The user and client: other users of this window must not see it. */
  readonly of: string
}

/** Stored for this window only; data of another format is ignored. */
const KEY = 'despatch.change-of-clients.1'
const storedRun = z.custom<ChangeRun>(
  (run) =>
    z.object({ table: z.string(), of: z.string(), done: z.object({ clients: z.array(z.object({})) }) }).safeParse(run)
      .success,
)

/** Restores this window's change after a reload. Whether an undo succeeded is read again. */
export function readRun(): ChangeRun | undefined {
  const { data } = storedRun.safeParse(windowStorage.read(KEY))
  return data && { ...data, undone: data.undone, isUndoing: false }
}

export const changeRun = createStore<ChangeRun | undefined>(readRun())
changeRun.subscribe(() => windowStorage.write(KEY, changeRun.get()))
// Remove the data of a user who has signed out.
session.store.subscribe(() => {
  const run = changeRun.get()
  if (run && !run.of.startsWith(`${session.store.get().user?._id} `)) changeRun.set(undefined)
})

const ownerKey = () => `${session.store.get().user?._id} ${session.client()}`

/** The change of one comparison, if the current user made it. */
export const runOf = (table: string) => (run: ChangeRun | undefined) =>
  run?.table === table && run.of === ownerKey() ? run : undefined

export function storeRun(table: string, done: ChangedClients): void {
  changeRun.set({ table, done, undone: undefined, isUndoing: false, of: ownerKey() })
}

/** The versions that a change published, which undo reverts. */
export const versionsOf = ({ clients }: ChangedClients) =>
  clients.flatMap(({ client, version }) => (version === null ? [] : [{ client, version }]))

/** Clients that were not undone because the old prices have warnings. */
export const clientsWithWarnings = ({ undone }: Pick<ChangeRun, 'undone'>) =>
  (undone?.clients ?? []).filter(({ outcome, warnings = [] }) => outcome === 'refused' && warnings.length > 0)

const NOT_LOOKED: Acknowledgement = { note: '', acknowledged: false }

/**
 * Undoes the change at every client that has not changed since, or after a review only at those refused for warnings
 * about prices. Throws what the call throws.
 */
export async function undoRun(run: ChangeRun, acknowledgement = NOT_LOOKED): Promise<void> {
  const began = { ...run, isUndoing: true }
  changeRun.set(began)
  const named = new Set(clientsWithWarnings(run).map(({ client }) => client))
  const versions = versionsOf(run.done).filter(({ client }) => !acknowledgement.acknowledged || named.has(client))
  let { undone } = run
  try {
    undone = withOthers(undone, await call(allClients.undo, { body: { versions, ...acknowledgement } }))
  } finally {
    if (changeRun.get() === began) changeRun.set({ ...run, undone })
    await ruleBookChanged()
  }
}

/** Merges new outcomes with earlier ones, so that other refusals stay visible. */
function withOthers(before: ChangedClients | undefined, now: ChangedClients): ChangedClients {
  const again = new Map(now.clients.map((one) => [one.client, one]))
  return before ? { ...now, clients: before.clients.map((one) => again.get(one.client) ?? one) } : now
}
