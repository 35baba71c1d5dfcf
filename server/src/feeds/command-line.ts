import { parseArgs } from 'node:util'
import { FEEDS, type Feed } from '@despatch/domain/feeds/feed-fields'
import { DATE_FORMATS } from '@despatch/domain/calendar/date-format'
import { StartError } from '../process/start-error.ts'

const FORMATS = Object.entries(DATE_FORMATS)
  .map(([format, example]) => `${format} (${example})`)
  .join(', ')

export const USAGE = `Feeds files into the portal, or saves the mapping of their columns.

  npm run feed -- FEED FILE... --client CODE [--mapping NAME] [--refusals FILE]
  npm run feed -- mapping NAME FILE.json --client CODE [--feed FEED]

  FEED             ${FEEDS.join(', ')}
  --client CODE    whose they are
  --mapping NAME   the saved mapping of the files' columns; without one they are named like the fields
  --feed FEED      whose columns a mapping is for (orders)
  --refusals FILE  where refused rows are written, as CSV (refused-<time>.csv)

A mapping says which column is which field, and how dates are written: "dateFormats": { "orderDate": FORMAT } with
${FORMATS}.
Without one, days come first, and a file whose dates contradict that is refused as a whole.

Files are CSV, or NDJSON (*.ndjson, *.jsonl). A file fed twice changes nothing. It works beside a running portal and
without one, on the same database (PORTAL_DATA or DATABASE_URL). Ends with 0 when no row was refused, else with 1.`

export type CommandLine =
  | { command: 'help' }
  | {
      command: 'feed'
      feed: Feed
      files: string[]
      client: string
      mapping: string | undefined
      refusals: string | undefined
    }
  | { command: 'mapping'; feed: Feed; name: string; file: string; client: string }

/**
 * Reads the arguments of `npm run feed`.
 * @throws StartError that names the argument that is missing or unknown, with the usage
 */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parse(args)
  if (values.help || (args.length === 0 && positionals.length === 0)) return { command: 'help' }
  const [command = '', ...rest] = positionals
  const { client } = values
  if (command === 'mapping') {
    const [name, file] = rest
    if (!name || !file || rest.length > 2) throw wrong('Give the name of the mapping, and the file that it is in.')
    if (!client) throw wrong('Say whose mapping it is with --client.')
    return { command, feed: feedNamed(values.feed), name, file, client }
  }
  const feed = feedNamed(command)
  if (rest.length === 0) throw wrong('Name at least one file.')
  if (!client) throw wrong('Say whose they are with --client.')
  return { command: 'feed', feed, files: rest, client, mapping: values.mapping, refusals: values.refusals }
}

function feedNamed(name: string): Feed {
  const feed = FEEDS.find((known) => known === name)
  if (feed) return feed
  throw wrong(`There is no feed ${name}: it is ${FEEDS.slice(0, -1).join(', ')} or ${FEEDS.at(-1)}.`)
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        client: { type: 'string' },
        mapping: { type: 'string' },
        feed: { type: 'string', default: 'orders' },
        refusals: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
}

function wrong(what: string): StartError {
  return new StartError(`${what}\n\n${USAGE}`)
}
