import type {
  allClients as routes,
  ChangeTarget,
  ClientsChange,
  PreviewedClient,
} from '@despatch/contract/routing/all-clients/all-clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changesNothing, type ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { itemInForce } from '../rule-book/book-items.ts'
import { withPriceWarnings } from '../rule-book/price-warnings.ts'
import { clientDraft, refuseForbiddenChange } from './client-draft.ts'

/** Shows what a change would do at each client, in the order of the call. Changes nothing. */
export async function previewChange(
  context: Context,
  { body: { change, targets } }: RouteChecked<typeof routes.preview>,
): Promise<RouteAnswer<typeof routes.preview>> {
  const clients: PreviewedClient[] = []
  for (const target of targets) clients.push(await previewOf(context, change, target))
  return { clients }
}

async function previewOf(
  context: Context,
  change: ClientsChange,
  { client, items }: ChangeTarget,
): Promise<PreviewedClient> {
  try {
    refuseForbiddenChange(context, change, client)
    const at = { ...context, client }
    const { changes, warnings } = await withPriceWarnings(at, (await clientDraft(at, change, items)).changes)
    const shown = await Promise.all(changes.map((one) => shownItem(at, one)))
    const changed = shown.filter((_item, index) => {
      const one = changes[index]
      return one && !changesNothing(one, shown[index]?.before ?? null)
    })
    return { client, outcome: changed.length > 0 ? 'changes' : 'same', reason: '', items: changed, warnings }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { client, outcome: 'refused', reason: error.message, items: [], warnings: [] }
  }
}

type ShownItem = PreviewedClient['items'][number]

async function shownItem(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  { kind, key, content }: ItemChange,
): Promise<ShownItem> {
  const current = await itemInForce(transaction, client, kind, key)
  const method = kind === 'parcel-limits' ? await itemInForce(transaction, client, 'method', key) : current
  const named = method?.content as { name?: string; carrierService?: string } | undefined
  return {
    kind,
    key,
    name: named?.name ?? named?.carrierService ?? key,
    version: current?.version ?? 0,
    // The stored content is plain JSON.
    before: (current?.content ?? null) as ShownItem['before'],
    after: content as ShownItem['after'],
  }
}
