import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { LongContext } from '../app/context.ts'
import { Refusal } from '../app/refusal.ts'
import { type StreamedAnswer, streamAnswer } from '../app/streamed-answer.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { inClient } from './in-client.ts'
import { mappingNamed, mappingNames } from './mappings.ts'
import { type FeedResult, type OrdersFeed, runOrdersFeed } from './run-orders-feed.ts'
import type { FeedFormat } from './sniff.ts'
import { summaryOf, type Tally } from './tally.ts'

type OrdersAnswer = RouteAnswer<typeof routes.orders>

/** Takes in the orders of a file as it arrives; answers what became of its rows, the refused ones one by one. */
export async function takeOrders(
  { stream, contentType, caller, ...context }: LongContext,
  { query }: RouteChecked<typeof routes.orders>,
): Promise<StreamedAnswer<OrdersAnswer>> {
  const { summary, refusals, isBroken } = await takeOrdersFile(
    {
      ...context,
      books: context.portal.books,
      stream,
      userId: caller.userId,
      byName: caller.username,
      format: formatOf(contentType),
    },
    query.mapping,
  )
  if (isBroken) context.log.info({ read: summary.read, created: summary.created }, 'orders feed broke off')
  return streamAnswer<OrdersAnswer, 'refused'>({
    head: { summary },
    name: 'refused',
    items: refusals.json(),
    done: () => refusals.close(),
  })
}

export type OrdersFile = Omit<OrdersFeed, 'mapping'> & { userId: number | null; requestId: string }

/**
 * The same for whoever has a stream: loads the mapping, takes the file in and leaves one audit row for all of it.
 * Throws a Refusal when there is no such mapping, or the file cannot be used.
 */
export async function takeOrdersFile(file: OrdersFile, mappingName: string | undefined): Promise<FeedResult> {
  const mapping = mappingName === undefined ? undefined : await loadMapping(file, mappingName)
  let soFar: Readonly<Tally> | undefined
  let result: FeedResult | undefined
  const progress = (tally: Readonly<Tally>) => {
    soFar = tally
    file.progress?.(tally)
  }
  try {
    result = await runOrdersFeed({ ...file, mapping, progress })
    await leaveAudit(file, { ...result.summary, mapping: mappingName, brokenOff: result.isBroken })
    return result
  } catch (error) {
    await result?.refusals.close()
    // What was written stays written, so it is told of; the error itself matters more than a failure to do so.
    if (soFar)
      await leaveAudit(file, { ...summaryOf(soFar), mapping: mappingName, brokenOff: true }).catch(() => undefined)
    throw error
  }
}

async function loadMapping({ database, client }: OrdersFile, name: string): Promise<ColumnMapping> {
  return inClient(database, client, async (transaction) => {
    const mapping = await mappingNamed(transaction, { client, feed: 'orders', name })
    if (mapping) return mapping
    const names = await mappingNames(transaction, { client, feed: 'orders' })
    const known = names.length === 0 ? 'It has none yet: save one first.' : `It has ${names.join(', ')}.`
    throw new Refusal('not_found', `The client has no orders mapping ${name}. ${known}`)
  })
}

async function leaveAudit(file: OrdersFile, after: object): Promise<void> {
  const { database, client, userId, byName } = file
  await inClient(database, client, (transaction) =>
    writeAudit(transaction, {
      context: file,
      clientCode: client,
      userId,
      byName,
      act: 'feed.orders',
      object: 'orders feed',
      after,
    }),
  )
}

/** What a content type says; application/octet-stream says nothing, and the file is looked at. */
function formatOf(contentType: string): FeedFormat | undefined {
  if (contentType.startsWith('text/csv')) return 'csv'
  return contentType.startsWith('application/x-ndjson') ? 'ndjson' : undefined
}
