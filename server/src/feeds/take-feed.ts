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
import { withSenderCheck } from './sender-check.ts'
import type { FeedFile, FeedResult, FeedRun } from './feed-file.ts'
import { FEED_RUNS } from './feed-runs.ts'
import type { Database } from '../database/database.ts'
import { inClient } from '../database/in-client.ts'
import { findMapping, listMappingNames } from './mappings.ts'
import { recordRunStart, recordRunEnd, type RunOutcome, startHeartbeat } from './runs/record-runs.ts'
import type { FeedFormat } from '../files/sniff.ts'

/** Handles the feed of SKU data, which reports changed fields, also in a preview. */
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
type FeedPreviewAnswer<Summary, Preview> = FeedAnswer<Summary> & { look?: Preview }

/**
 * Makes the handler of a feed. It reads the file as it arrives and answers the counts and each refused row. A preview
 * saves nothing and answers how the file would be read.
 */
export function takeFeed<Summary extends AnySummary, Preview>(feed: Feed, run: FeedRun<Summary, Preview>) {
  return async (
    context: StreamingContext,
    { query }: { query: FeedQuery },
  ): Promise<StreamedAnswer<FeedPreviewAnswer<Summary, Preview>>> => {
    const { summary, refusals, preview } = await takeSentFile(context, { feed, run, query })
    return streamAnswer<FeedPreviewAnswer<Summary, Preview>, 'refused'>({
      head: { summary, ...(preview && { look: preview }) },
      name: 'refused',
      items: refusals.json(),
      done: () => refusals.close(),
    })
  }
}

type FeedQuery = { mapping?: string | undefined; preview?: 'true' | undefined; fileName?: string | undefined }

type SentFeed<Summary, Preview> = { feed: Feed; run: FeedRun<Summary, Preview>; query: FeedQuery }

async function takeSentFile<Summary extends AnySummary, Preview>(
  { stream, contentType, caller, ...context }: StreamingContext,
  { query, feed, run }: SentFeed<Summary, Preview>,
): Promise<FeedResult<Summary, Preview>> {
  const result = await takeFeedFile(
    {
      ...context,
      unsharedDatabase: context.database,
      database: withSenderCheck(context.database.forSender(senderOf(caller)), caller),
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
  /** The database without the sender's share of connections, for heartbeats of the run. */
  unsharedDatabase: Database
  userId: number | null
  requestId: string
  /** The sender's name for the file, or ''. */
  fileName: string
}

/**
 * Loads the mapping, takes the file in and writes one run and one audit row for it. Also used by `npm run feed`.
 * @throws AppError if there is no such mapping, the file cannot be used, or the database did not let it finish
 */
export async function takeFeedFile<Summary extends AnySummary, Preview>(
  file: SentFile<Summary>,
  spec: { feed: Feed; run: FeedRun<Summary, Preview>; mappingName: string | undefined },
): Promise<FeedResult<Summary, Preview>> {
  const { feed, run, mappingName } = spec
  const mapping = mappingName === undefined ? undefined : await loadMapping(file, feed, mappingName)
  // A preview is no run. Do not wait for the run's row: the file can be read meanwhile.
  const begun = file.isPreview ? undefined : recordRunStart(file, feed, mappingName ?? '')
  begun?.catch(() => undefined)
  using _underWay = begun && startHeartbeat({ database: file.unsharedDatabase, client: file.client }, begun)
  let soFar: Summary | undefined
  let result: FeedResult<Summary, Preview> | undefined
  const progress = (summary: Summary) => {
    soFar = summary
    file.progress?.(summary)
  }
  try {
    result = await run({ ...file, mapping, progress, run: begun })
    const { summary, isBroken, refusals } = result
    const outcome = { summary, problem: '', isBroken, refused: refusals.first() }
    if (begun) await recordOutcome(file, { feed, mappingName, begun }, outcome)
    return result
  } catch (error) {
    await result?.refusals.close()
    const saved = (error instanceof AppError && (error.present as Summary | undefined)) || soFar
    // Rows written so far stay, so record them. The original error matters more than a failure to record.
    const outcome = {
      summary: saved || undefined,
      problem: problemOf(error),
      isBroken: saved !== undefined,
      refused: [],
    }
    if (begun) await recordOutcome(file, { feed, mappingName, begun }, outcome).catch(() => undefined)
    throw error
  }
}

type ClientFile = Pick<SentFile<unknown>, 'database' | 'client'>

async function loadMapping({ database, client }: ClientFile, feed: Feed, name: string): Promise<ColumnMapping> {
  return inClient(database, client, async (transaction) => {
    const mapping = await findMapping(transaction, { client, feed, name })
    if (mapping) return mapping
    const names = await listMappingNames(transaction, { client, feed })
    const known = names.length === 0 ? 'Save a mapping first.' : `It has ${names.join(', ')}.`
    throw new AppError('not_found', `This client has no ${FEED_NAMES[feed]} mapping ${name}. ${known}`)
  })
}

type ClientSender = ClientFile & Pick<SentFile<unknown>, 'userId' | 'byName' | 'requestId' | 'now'>

/** Why a file was refused or stopped, for the list of runs. */
const problemOf = (error: unknown) => (error instanceof AppError ? error.message : SOMETHING_WENT_WRONG)

/** Records the outcome of a run, and an audit row if it saved anything. */
async function recordOutcome(
  file: ClientSender,
  { feed, mappingName, begun }: { feed: Feed; mappingName: string | undefined; begun: Promise<number> },
  outcome: RunOutcome,
): Promise<void> {
  const { database, client, userId, byName } = file
  const runId = await begun
  await inClient(database, client, async (transaction) => {
    await recordRunEnd(transaction, { client, run: runId }, outcome)
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

/** The format that a content type names; undefined (as for application/octet-stream) means that the content decides. */
function formatOf(contentType: string): FeedFormat | undefined {
  if (contentType.startsWith('text/csv')) return 'csv'
  if (contentType.startsWith(WORKBOOK)) return 'xlsx'
  return contentType.startsWith('application/x-ndjson') ? 'ndjson' : undefined
}
