import { parseArgs } from 'node:util'
import type { Database } from './database/database.ts'
import { openPortalDatabase } from './database/portal-database.ts'
import { factSets } from './fact-sets.ts'
import { markWrongDays } from './figures/check.ts'
import { clientsOf } from './figures/clients.ts'
import { countWrong, rebuildFactsOf } from './figures/deltas.ts'
import { FIGURE_KIND_NAMES } from './figures/kinds.ts'
import { rebuildFigures } from './figures/rebuild.ts'
import { recountMarked } from './figures/recount.ts'
import { readConfig } from './process/config.ts'
import { report } from './process/progress.ts'
import { runCommand } from './process/run-command.ts'
import { StartError } from './process/start-error.ts'

/** One kind of numbers. Both functions return what they did in words; `check` returns '' if nothing was wrong. */
type Kind = {
  readonly kind: string
  check(database: Database, client: string): Promise<string>
  rebuild(database: Database, client: string): Promise<string>
}

const KINDS: readonly Kind[] = [
  ...FIGURE_KIND_NAMES.map((kind) => ({
    kind,
    async check(database: Database, client: string) {
      await recountMarked(database, { kind, client })
      const { days } = await markWrongDays(database, { kind, client })
      await recountMarked(database, { kind, client })
      return days.length === 0
        ? ''
        : `some days (${days.length}) were wrong and are corrected: ${days.slice(0, 10).join(', ')}`
    },
    async rebuild(database: Database, client: string) {
      return `${await rebuildFigures(database, { kind, client })} days recounted`
    },
  })),
  ...factSets.map((set) => ({
    kind: set.name,
    async check(database: Database, client: string) {
      const wrong = await countWrong(database, client, set)
      if (wrong > 0) await rebuildFactsOf(database, client, set)
      return wrong === 0 ? '' : `some ${set.title} (${wrong}) were wrong and are corrected`
    },
    async rebuild(database: Database, client: string) {
      await rebuildFactsOf(database, client, set)
      return `${set.title} rebuilt`
    },
  })),
]

const USAGE = `npm run figures -- check     compares figures, stock balances and counts of open work with the records, and corrects what differs
npm run figures -- rebuild   recounts everything

  --kind KIND       only this kind: ${KINDS.map(({ kind }) => kind).join(', ')}
  --client CODE     only this client

Both run while the portal runs, or without it. The exit code is 1 if anything was wrong.`

/** The kinds and clients to work on: those of the options, otherwise all. Throws a StartError for an unknown one. */
function chosen(
  { kind, client }: { kind?: string | undefined; client?: string | undefined },
  clients: readonly string[],
): { kinds: readonly Kind[]; clients: readonly string[] } {
  const kinds = KINDS.filter((one) => kind === undefined || one.kind === kind)
  if (kinds.length === 0) throw new StartError(`There is no kind ${kind}.\n\n${USAGE}`)
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
    let isWrong = false
    for (const client of clients)
      for (const one of kinds) {
        const outcome = await one[act](database, client)
        if (outcome !== '') report(`${client}, ${one.kind}: ${outcome}`)
        if (act === 'check' && outcome !== '') isWrong = true
      }
    if (isWrong) process.exitCode = 1
    else if (act === 'check') report('All figures and balances match the records.')
  } finally {
    await close()
  }
}

await runCommand(import.meta.url, main)
