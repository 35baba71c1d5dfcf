import type { allClients as routes, ChangedClients } from '@despatch/contract/routing/all-clients/all-clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { NOTHING_CHANGED } from '@despatch/domain/feedback/messages'
import { inClients } from '../../database/in-client.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import type { Transaction } from '../../database/transaction.ts'
import { refuseChangedCaller, seeClients } from '../../http/authentication/open-session.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { otherClientError } from '../rule-book/check-client.ts'
import { UnacknowledgedWarnings } from '../rule-book/price-warnings.ts'
import { lockBooks, publishPrices } from '../rule-book/publish.ts'
import { clientDraft, refuseForbiddenChange } from './client-draft.ts'

type ChangedClient = ChangedClients['clients'][number]

/**
 * Makes the same change in the rule books of several clients and publishes a version for each. With `onRefusal: 'none'`
 * all clients share one transaction, and no client changes if one refuses. With `'others'` each client has its own
 * transaction. A refusal does not throw: the answer has the reason for each client that refused.
 */
export async function changeClients(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.change>,
): Promise<RouteAnswer<typeof routes.change>> {
  const { change, note, acknowledged } = body
  const itemsOf = new Map(body.targets.map(({ client, items }) => [client, items]))
  const changeOne = async (at: Context): ReturnType<ChangeOne> => {
    refuseForbiddenChange(context, change, at.client)
    return publishPrices(at, async () => ({
      ...(await clientDraft(at, change, itemsOf.get(at.client) ?? [])),
      note,
      acknowledged,
    }))
  }
  const named = [...itemsOf.keys()]
  const clients =
    body.onRefusal === 'none'
      ? await changeAllOrNone(context, named, changeOne)
      : await changeEach(context, named, changeOne)
  return { message: outcomeMessage(clients), clients }
}

type ChangeOne = (at: Context) => ReturnType<typeof publishPrices>

/** Changes each client in a transaction of its own; one client's failure does not affect the others. */
export async function changeEach(
  context: StreamingContext,
  clients: readonly string[],
  changeOne: ChangeOne,
): Promise<ChangedClient[]> {
  const changed: ChangedClient[] = []
  for (const client of clients) {
    const inItsOwn = () =>
      inClients(context.database, [client], async (transaction) => {
        await refuseChangedCaller(transaction, context.caller)
        return changeOne(contextOf(context, transaction, client))
      })
    changed.push(
      await outcomeOf(client, () => {
        if (!context.clients.includes(client)) throw otherClientError(client)
        return retryOnDeadlock(inItsOwn)
      }),
    )
  }
  return changed
}

/** Thrown to roll back the shared transaction. */
class NoneChanged extends Error {
  readonly clients: ChangedClient[]
  constructor(clients: ChangedClient[]) {
    super('A client couldn’t be changed, so none was')
    this.clients = clients
  }
}

/** Changes all clients in one transaction. If one of them refuses, none is changed. */
async function changeAllOrNone(
  context: StreamingContext,
  named: readonly string[],
  changeOne: ChangeOne,
): Promise<ChangedClient[]> {
  const mine = named.filter((client) => context.clients.includes(client))
  const work = async (transaction: Transaction): Promise<ChangedClient[]> => {
    await refuseChangedCaller(transaction, context.caller)
    await lockBooks(transaction, mine)
    const changed: ChangedClient[] = []
    for (const client of named) {
      await seeClients(transaction, mine.includes(client) ? [client] : [])
      changed.push(await outcomeOf(client, () => changeOne(contextOf(context, transaction, client))))
    }
    if (changed.some(({ outcome }) => outcome === 'refused')) throw new NoneChanged(changed)
    return changed
  }
  try {
    return await retryOnDeadlock(() => inClients(context.database, mine, work))
  } catch (error) {
    if (!(error instanceof NoneChanged)) throw error
    return error.clients.map((one) => (one.outcome === 'changed' ? { ...one, outcome: 'left', version: null } : one))
  }
}

/** The context that a call for this one client would have. */
function contextOf(context: StreamingContext, transaction: Transaction, client: string): Context {
  return { ...context, transaction, client, clients: [client] }
}

async function outcomeOf(client: string, changeOne: () => ReturnType<ChangeOne>): Promise<ChangedClient> {
  try {
    const { message, ruleBookVersion, warnings } = await changeOne()
    return message === NOTHING_CHANGED
      ? { client, outcome: 'same', reason: '', version: null, warnings }
      : { client, outcome: 'changed', reason: '', version: ruleBookVersion, warnings }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const warnings = error instanceof UnacknowledgedWarnings ? [...error.warnings] : []
    return { client, outcome: 'refused', reason: error.message, version: null, warnings }
  }
}

/** Sums up the outcomes for people: 'Changed for 6 clients. 2 refused.' */
export function outcomeMessage(clients: readonly ChangedClient[], done = 'Changed'): string {
  const count = (outcome: ChangedClient['outcome']) => clients.filter((one) => one.outcome === outcome).length
  const named = (many: number) => (many === 1 ? '1 client' : `${many} clients`)
  const [changed, refused] = [count('changed'), count('refused')]
  if (changed === 0 && refused === 0) return NOTHING_CHANGED
  const sentences = [
    changed === 0 ? 'Nothing was changed.' : `${done} for ${named(changed)}.`,
    ...(refused === 0 ? [] : [`${named(refused)} couldn’t be changed.`]),
  ]
  return sentences.join(' ')
}
