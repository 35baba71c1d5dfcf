import { allClients, type ChangedClients } from '@despatch/contract/routing/all-clients/all-clients'
import { createStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
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

export const changeRun = createStore<ChangeRun | undefined>(undefined)

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

/** Brings every client back to what it had, where nothing has changed since. Never throws: what goes wrong is said. */
export async function undoRun(run: ChangeRun): Promise<void> {
  const began = { ...run, isUndoing: true }
  changeRun.set(began)
  const undone = await call(allClients.undo, { body: { versions: versionsOf(run.done) } }).catch((error: unknown) => {
    notify.danger(messageOf(error))
    return undefined
  })
  if (changeRun.get() === began) changeRun.set({ ...run, undone })
  await ruleBookChanged()
}
