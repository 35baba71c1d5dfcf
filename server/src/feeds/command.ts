import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'
import { feeds } from '@despatch/contract/feeds/feeds'
import { mappingFor } from '@despatch/contract/feeds/mapping'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { openRuleBookCache } from '../routing/rule-book/rule-book-cache.ts'
import { readConfig } from '../process/config.ts'
import { AppError } from '../process/app-error.ts'
import { StartError } from '../process/start-error.ts'
import type { Database } from '../database/database.ts'
import { type CommandLine, readCommandLine, USAGE } from './command-line.ts'
import type { FeedRun } from './feed-file.ts'
import { FEED_RUNS } from './feed-runs.ts'
import { inClient } from '../database/in-client.ts'
import { upsertMapping } from './mappings.ts'
import { requireClient, openPortalDatabase } from '../database/portal-database.ts'
import { openProgressLine } from './progress-line.ts'
import { refusalsFile } from './rows/refusals-file.ts'
import { summaryText } from './summary-text.ts'
import { takeFeedFile } from './take-feed.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const commandContext = () => ({
  userId: null,
  byName: `npm run feed (${userInfo().username})`,
  requestId: 'feed-command',
  now: new Date(),
})
const books = openRuleBookCache()
/** The file being read. Ctrl-C destroys it; complete rows read before stay. */
let reading: Readable | undefined
let isStopped = false

async function main(): Promise<number> {
  const line = readCommandLine(process.argv.slice(2))
  if (line.command === 'help') {
    say(USAGE)
    return 0
  }
  const config = readConfig(process.env)
  // Check files before the database starts, which is slow.
  const mapping = line.command === 'mapping' ? await readMapping(line) : undefined
  if (line.command === 'feed') for (const file of line.files) await sizeOf(file)
  const { database, close } = await openPortalDatabase(config, say)
  try {
    await requireClient(database, line.client)
    if (line.command === 'feed') return await feedFiles(database, line)
    if (line.command === 'mapping' && mapping) await saveMapping(database, line, mapping)
    return 0
  } finally {
    await close()
  }
}

async function feedFiles(database: Database, line: CommandLine & { command: 'feed' }): Promise<number> {
  const path = line.refusals ?? `refused-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`
  const refused = refusalsFile(path)
  let code = 0
  let count = 0
  try {
    for (const file of line.files) {
      if (isStopped) break
      const { summary, isBroken } = await feedFile(database, { ...line, file }, refused)
      say(summaryText(file, summary))
      if (isBroken) say('  It broke off here: feed the file again for the rest.')
      if (summary.read === 0) say('  The file has a header but no rows. Check that it is the right file.')
      count += summary.refused
      if (isBroken || summary.refused > 0 || summary.read === 0) code = 1
    }
  } finally {
    await refused.close()
  }
  if (count > 0) say(`The refused rows are in ${path}.`)
  return isStopped ? 1 : code
}

type Summary = FeedSummary | RowFeedSummary
const RUNS: Record<Feed, FeedRun<Summary>> = FEED_RUNS

async function feedFile(
  database: Database,
  { file, client, mapping, feed }: CommandLine & { command: 'feed' } & { file: string },
  refused: ReturnType<typeof refusalsFile>,
): Promise<{ summary: Summary; isBroken: boolean }> {
  const totalBytes = await sizeOf(file)
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  reading = stream
  const progressLine = openProgressLine({ name: basename(file), totalBytes, out: process.stderr })
  try {
    const { summary, refusals, isBroken } = await takeFeedFile(
      {
        ...commandContext(),
        database,
        unsharedDatabase: database,
        books,
        client,
        stream,
        fileName: basename(file),
        format: /\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : undefined,
        progress: ({ read }) => progressLine.show({ bytes: stream.bytesRead, rows: read }),
      },
      { feed, run: RUNS[feed], mappingName: mapping },
    )
    progressLine.end()
    await refused.add(file, refusals.rows())
    await refusals.close()
    return { summary, isBroken }
  } catch (error) {
    progressLine.end()
    if (!(error instanceof AppError)) throw error
    // The summary of the rows that were written before the database stopped.
    if (error.present !== undefined) say(summaryText(file, error.present as Summary))
    throw new StartError(`${file}: ${error.message}`)
  } finally {
    stream.destroy()
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new StartError(`There is no file ${file}.`)
  if (found.isDirectory()) throw new StartError(`${file} is a folder: name the files in it.`)
  return found.size
}

async function readMapping({ feed, name, file }: CommandLine & { command: 'mapping' }) {
  await sizeOf(file)
  const text = await readFile(file, 'utf8')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new StartError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const params = feeds.saveMapping.params.safeParse({ feed, name })
  if (!params.success) throw new StartError(params.error.issues[0]?.message ?? 'This name cannot be used.')
  const read = mappingFor(feed).safeParse(json)
  if (read.success) return read.data
  const issues = read.error.issues.map(({ path, message }) => `  ${path.join('.') || 'mapping'}: ${message}`)
  throw new StartError(`${file} is no mapping:\n${issues.join('\n')}`)
}

async function saveMapping(
  database: Database,
  { feed, name, client }: CommandLine & { command: 'mapping' },
  mapping: Awaited<ReturnType<typeof readMapping>>,
): Promise<void> {
  const { userId, byName, ...context } = commandContext()
  await inClient(database, client, (transaction) =>
    upsertMapping(transaction, { context, key: { client, feed, name }, mapping, userId, byName }),
  )
  say(`The mapping ${name} of ${client} is saved.`)
}

process.on('SIGINT', () => {
  if (isStopped) process.exit(1)
  isStopped = true
  process.stderr.write('\nStopping; what is complete is kept. Ctrl-C again to stop at once.\n')
  reading?.destroy(new Error('Stopped'))
})
try {
  process.exitCode = await main()
} catch (error) {
  const isPlain = error instanceof StartError
  process.stderr.write(`${isPlain ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 1
}
