import type { FeedLook, FeedRefusal, FeedSummary, RowFeedSummary, SkuFieldChange } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { FEED_NAMES, type Feed } from '@despatch/domain/feeds/feed-fields'
import type { StreamingContext } from '../http/context.ts'
import { AppError } from '../process/app-error.ts'
import { type StreamedAnswer, streamAnswer } from '../http/streamed-answer.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { FeedFile, FeedResult, FeedRun } from './feed-file.ts'
import { FEED_RUNS } from './feed-runs.ts'
import { inClient } from '../database/in-client.ts'
import { mappingNamed, mappingNames } from './mappings.ts'
import type { FeedFormat } from '../files/sniff.ts'

/** The handler of the feed of SKU data, which can be previewed and tells what rows change. */
export async function takeSkuData(
  context: StreamingContext,
  { query }: { query: { mapping?: string | undefined; preview?: 'true' | undefined } },
): Promise<StreamedAnswer<FeedAnswer<RowFeedSummary> & { changes: SkuFieldChange[] }>> {
  const isPreview = query.preview === 'true'
  const given = { feed: 'skus', run: FEED_RUNS.skus, mappingName: query.mapping, isPreview } as const
  const { summary, refusals, changes = [] } = await takeSentFile(context, given)
  return streamAnswer<FeedAnswer<RowFeedSummary> & { changes: SkuFieldChange[] }, 'refused'>({
    head: { summary, changes: [...changes] },
    name: 'refused',
    items: refusals.json(),
    done: () => refusals.close(),
  })
}

/** The handler of the feed of orders, which can be previewed: then it says how the file would be read. */
export async function takeOrders(
  context: StreamingContext,
  { query }: { query: { mapping?: string | undefined; preview?: 'true' | undefined } },
): Promise<StreamedAnswer<OrdersAnswer>> {
  const isPreview = query.preview === 'true'
  const given = { feed: 'orders', run: FEED_RUNS.orders, mappingName: query.mapping, isPreview } as const
  const { summary, refusals, look } = await takeSentFile(context, given)
  return streamAnswer<OrdersAnswer, 'refused'>({
    head: { summary, ...(look && { look }) },
    name: 'refused',
    items: refusals.json(),
    done: () => refusals.close(),
  })
}

type OrdersAnswer = FeedAnswer<FeedSummary> & { look?: FeedLook }
type FeedAnswer<Summary> = { summary: Summary; refused: FeedRefusal[] }

/** The handler of a feed: takes in a file as it arrives; answers what became of its rows, the refused ones one by one. */
export function takeFeed<Summary extends { read: number }>(feed: Feed, run: FeedRun<Summary>) {
  return async (
    context: StreamingContext,
    { query }: { query: { mapping?: string | undefined } },
  ): Promise<StreamedAnswer<FeedAnswer<Summary>>> => {
    const { summary, refusals } = await takeSentFile(context, { feed, run, mappingName: query.mapping })
    return streamAnswer<FeedAnswer<Summary>, 'refused'>({
      head: { summary },
      name: 'refused',
      items: refusals.json(),
      done: () => refusals.close(),
    })
  }
}

type Sent<Summary> = {
  feed: Feed
  run: FeedRun<Summary>
  mappingName: string | undefined
  isPreview?: boolean
}

async function takeSentFile<Summary extends { read: number }>(
  { stream, contentType, caller, ...context }: StreamingContext,
  { isPreview = false, ...given }: Sent<Summary>,
): Promise<FeedResult<Summary>> {
  const result = await takeFeedFile(
    {
      ...context,
      books: context.services.books,
      stream,
      userId: caller.userId,
      byName: caller.username,
      format: formatOf(contentType),
      isPreview,
    },
    given,
  )
  if (result.isBroken) context.log.info({ feed: given.feed, read: result.summary.read }, 'a feed broke off')
  return result
}

type SentFile<Summary> = Omit<FeedFile<Summary>, 'mapping'> & { userId: number | null; requestId: string }

/**
 * The same for whoever has a stream: loads the mapping, takes the file in and leaves one audit row for all of it.
 * Throws an AppError when there is no such mapping, the file cannot be used, or the database did not let it finish.
 */
export async function takeFeedFile<Summary extends object>(
  file: SentFile<Summary>,
  given: { feed: Feed; run: FeedRun<Summary>; mappingName: string | undefined },
): Promise<FeedResult<Summary>> {
  const { feed, run, mappingName } = given
  const mapping = mappingName === undefined ? undefined : await loadMapping(file, feed, mappingName)
  let soFar: Summary | undefined
  let result: FeedResult<Summary> | undefined
  const progress = (summary: Summary) => {
    soFar = summary
    file.progress?.(summary)
  }
  try {
    result = await run({ ...file, mapping, progress })
    await leaveAudit(file, feed, { ...result.summary, mapping: mappingName, brokenOff: result.isBroken })
    return result
  } catch (error) {
    await result?.refusals.close()
    if (error instanceof AppError && error.cause)
      file.log?.warn({ err: error.cause, feed }, 'the database stopped at a feed')
    const kept = (error instanceof AppError && (error.present as Summary | undefined)) || soFar
    // What was written stays written, so it is told of; the error itself matters more than a failure to do so.
    if (kept) await leaveAudit(file, feed, { ...kept, mapping: mappingName, brokenOff: true }).catch(() => undefined)
    throw error
  }
}

type Whose = Pick<SentFile<unknown>, 'database' | 'client'>

async function loadMapping({ database, client }: Whose, feed: Feed, name: string): Promise<ColumnMapping> {
  return inClient(database, client, async (transaction) => {
    const mapping = await mappingNamed(transaction, { client, feed, name })
    if (mapping) return mapping
    const names = await mappingNames(transaction, { client, feed })
    const known = names.length === 0 ? 'It has none yet: save one first.' : `It has ${names.join(', ')}.`
    throw new AppError('not_found', `The client has no ${FEED_NAMES[feed]} mapping ${name}. ${known}`)
  })
}

type Who = Whose & Pick<SentFile<unknown>, 'userId' | 'byName' | 'requestId' | 'now' | 'isPreview'>

async function leaveAudit(file: Who, feed: Feed, after: object): Promise<void> {
  // A preview has done nothing.
  if (file.isPreview) return
  const { database, client, userId, byName } = file
  await inClient(database, client, (transaction) =>
    writeAudit(transaction, {
      context: file,
      clientCode: client,
      userId,
      byName,
      act: `feed.${feed}`,
      object: `${FEED_NAMES[feed]} feed`,
      after,
    }),
  )
}

/** What a content type says; application/octet-stream says nothing, and the file is looked at. */
function formatOf(contentType: string): FeedFormat | undefined {
  if (contentType.startsWith('text/csv')) return 'csv'
  return contentType.startsWith('application/x-ndjson') ? 'ndjson' : undefined
}
