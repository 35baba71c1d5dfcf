import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { FeedSummary, RowFeedSummary, SkuFieldChange } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'
import { FEED_NAMES, type Feed } from '@despatch/domain/feeds/feed-fields'
import { senderOf } from '../http/callers.ts'
import type { StreamingContext } from '../http/context.ts'
import { AppError } from '../process/app-error.ts'
import { type StreamedAnswer, streamAnswer } from '../http/streamed-answer.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { askingAfterSender } from './ask-after-sender.ts'
import type { FeedFile, FeedResult, FeedRun } from './feed-file.ts'
import { FEED_RUNS } from './feed-runs.ts'
import type { Database } from '../database/database.ts'
import { inClient } from '../database/in-client.ts'
import { mappingNamed, mappingNames } from './mappings.ts'
import { beginRun, endRun, type RunOutcome, sayUnderWay } from './runs/kept-runs.ts'
import type { FeedFormat } from '../files/sniff.ts'

/** The handler of the feed of SKU data, which can be previewed and tells what rows change. */
export async function takeSkuData(
  context: StreamingContext,
  { query }: { query: FeedQuery },
): Promise<StreamedAnswer<FeedAnswer<RowFeedSummary> & { changes: SkuFieldChange[] }>> {
  const { summary, refusals, changes = [] } = await takeSentFile(context, { feed: 'skus', run: FEED_RUNS.skus, query })
  return streamAnswer<FeedAnswer<RowFeedSummary> & { changes: SkuFieldChange[] }, 'refused'>({
    head: { summary, changes: [...changes] },
    name: 'refused',
    items: refusals.json(),
    done: () => refusals.close(),
  })
}

type FeedAnswer<Summary> = { summary: Summary; refused: FeedRefusal[] }
type LookedAt<Summary, Look> = FeedAnswer<Summary> & { look?: Look }

/**
 * The handler of a feed: takes in a file as it arrives; answers what became of its rows, the refused ones one by one. As a
 * preview it keeps nothing, and says how the file would be read.
 */
export function takeFeed<Summary extends AnySummary, Look>(feed: Feed, run: FeedRun<Summary, Look>) {
  return async (
    context: StreamingContext,
    { query }: { query: FeedQuery },
  ): Promise<StreamedAnswer<LookedAt<Summary, Look>>> => {
    const { summary, refusals, look } = await takeSentFile(context, { feed, run, query })
    return streamAnswer<LookedAt<Summary, Look>, 'refused'>({
      head: { summary, ...(look && { look }) },
      name: 'refused',
      items: refusals.json(),
      done: () => refusals.close(),
    })
  }
}

type FeedQuery = { mapping?: string | undefined; preview?: 'true' | undefined; fileName?: string | undefined }

type Sent<Summary, Look> = { feed: Feed; run: FeedRun<Summary, Look>; query: FeedQuery }

async function takeSentFile<Summary extends AnySummary, Look>(
  { stream, contentType, caller, ...context }: StreamingContext,
  { query, feed, run }: Sent<Summary, Look>,
): Promise<FeedResult<Summary, Look>> {
  const result = await takeFeedFile(
    {
      ...context,
      unsharedDatabase: context.database,
      database: askingAfterSender(context.database.forSender(senderOf(caller)), caller),
      books: context.services.books,
      stream,
      userId: caller.userId,
      byName: caller.username,
      format: formatOf(contentType),
      fileName: query.fileName ?? '',
      isPreview: query.preview === 'true',
    },
    { feed, run, mappingName: query.mapping },
  )
  if (result.isBroken) context.log.info({ feed, read: result.summary.read }, 'a feed broke off')
  return result
}

type AnySummary = FeedSummary | RowFeedSummary
type SentFile<Summary> = Omit<FeedFile<Summary>, 'mapping' | 'run'> & {
  /** The database without the sender's share, for the signs of life of the run. */
  unsharedDatabase: Database
  userId: number | null
  requestId: string
  /** What the sender calls it; '' where nobody said. */
  fileName: string
}

/**
 * The same for anyone who has a stream: loads the mapping, takes the file in and leaves one audit row for all of it.
 * Throws an AppError when there is no such mapping, the file cannot be used, or the database did not let it finish.
 */
export async function takeFeedFile<Summary extends AnySummary, Look>(
  file: SentFile<Summary>,
  given: { feed: Feed; run: FeedRun<Summary, Look>; mappingName: string | undefined },
): Promise<FeedResult<Summary, Look>> {
  const { feed, run, mappingName } = given
  const mapping = mappingName === undefined ? undefined : await loadMapping(file, feed, mappingName)
  // A preview has done nothing, and is no run. Nobody waits for a run to be begun who could read the file meanwhile.
  const begun = file.isPreview ? undefined : beginRun(file, feed, mappingName ?? '')
  begun?.catch(() => undefined)
  using _underWay = begun && sayUnderWay({ database: file.unsharedDatabase, client: file.client }, begun)
  let soFar: Summary | undefined
  let result: FeedResult<Summary, Look> | undefined
  const progress = (summary: Summary) => {
    soFar = summary
    file.progress?.(summary)
  }
  try {
    result = await run({ ...file, mapping, progress, run: begun })
    const { summary, isBroken, refusals } = result
    const outcome = { summary, problem: '', isBroken, refused: refusals.first() }
    if (begun) await keepOutcome(file, { feed, mappingName, begun }, outcome)
    return result
  } catch (error) {
    await result?.refusals.close()
    const kept = (error instanceof AppError && (error.present as Summary | undefined)) || soFar
    // What was written stays written, so it is told of; the error itself matters more than a failure to do so.
    const outcome = { summary: kept || undefined, problem: problemOf(error), isBroken: kept !== undefined, refused: [] }
    if (begun) await keepOutcome(file, { feed, mappingName, begun }, outcome).catch(() => undefined)
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

type Who = Whose & Pick<SentFile<unknown>, 'userId' | 'byName' | 'requestId' | 'now'>

/** Why a file was refused as a whole, or where it stopped, for the list of runs. */
const problemOf = (error: unknown) => (error instanceof AppError ? error.message : SOMETHING_WENT_WRONG)

/** Keeps what came of a run; of one that took something, with its audit row. */
async function keepOutcome(
  file: Who,
  { feed, mappingName, begun }: { feed: Feed; mappingName: string | undefined; begun: Promise<number> },
  outcome: RunOutcome,
): Promise<void> {
  const { database, client, userId, byName } = file
  const runId = await begun
  await inClient(database, client, async (transaction) => {
    await endRun(transaction, { client, run: runId }, outcome)
    if (!outcome.summary) return
    await writeAudit(transaction, {
      context: file,
      clientCode: client,
      userId,
      byName,
      act: `feed.${feed}`,
      object: `${FEED_NAMES[feed]} feed`,
      after: { ...outcome.summary, mapping: mappingName, brokenOff: outcome.isBroken },
    })
  })
}

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What a content type says; application/octet-stream says nothing, and the file is looked at. */
function formatOf(contentType: string): FeedFormat | undefined {
  if (contentType.startsWith('text/csv')) return 'csv'
  if (contentType.startsWith(WORKBOOK)) return 'xlsx'
  return contentType.startsWith('application/x-ndjson') ? 'ndjson' : undefined
}
