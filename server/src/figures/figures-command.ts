import { parseArgs } from 'node:util'
import { openPortalDatabase } from '../database/portal-database.ts'
import { readConfig } from '../process/config.ts'
import { report } from '../process/progress.ts'
import { runCommand } from '../process/run-command.ts'
import { StartError } from '../process/start-error.ts'
import { markWrongDays } from './check.ts'
import { clientsOf } from './clients.ts'
import { FIGURE_KIND_NAMES, type FigureKind } from './kinds.ts'
import { rebuildFigures } from './rebuild.ts'
import { recountMarked } from './recount.ts'

const USAGE = `npm run figures -- check     compares the kept figures with the records, and counts again what differs
npm run figures -- rebuild   counts all days again, whatever is kept

  --kind KIND       only figures of this kind: ${FIGURE_KIND_NAMES.join(', ')}
  --client CODE     only figures of this client

Both run beside the portal or without it. The code of the end is 1 where figures were wrong.`

/** The kinds and clients to work on: those of the options, otherwise all. Throws a StartError for an unknown one. */
function chosen(
  { kind, client }: { kind?: string | undefined; client?: string | undefined },
  clients: readonly string[],
): { kinds: readonly FigureKind[]; clients: readonly string[] } {
  const kinds = FIGURE_KIND_NAMES.filter((one) => kind === undefined || one === kind)
  if (kinds.length === 0) throw new StartError(`There are no figures of the kind ${kind}.\n\n${USAGE}`)
  const codes = clients.filter((one) => client === undefined || one === client)
  if (codes.length === 0) throw new StartError(`There is no client ${client}.`)
  return { kinds, clients: codes }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      client: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [act] = positionals
  if (values.help || (act !== 'check' && act !== 'rebuild')) {
    if (!values.help) throw new StartError(USAGE)
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const { database, close } = await openPortalDatabase(readConfig(process.env), report)
  try {
    const { kinds, clients } = chosen(values, await clientsOf(database))
    let wrong = 0
    for (const client of clients)
      for (const kind of kinds) {
        if (act === 'rebuild') {
          const days = await rebuildFigures(database, { kind, client })
          report(`${client}, ${kind}: ${days} days counted again`)
          continue
        }
        await recountMarked(database, { kind, client })
        const { days } = await markWrongDays(database, { kind, client })
        if (days.length === 0) continue
        wrong += days.length
        report(
          `${client}, ${kind}: ${days.length} days were wrong (${days.slice(0, 10).join(', ')}), and are counted again`,
        )
        await recountMarked(database, { kind, client })
      }
    if (act === 'check') report(wrong === 0 ? 'All figures are those of the records.' : `${wrong} days were wrong.`)
    if (wrong > 0) process.exitCode = 1
  } finally {
    await close()
  }
}

await runCommand(import.meta.url, main)
