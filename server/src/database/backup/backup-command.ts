import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../process/config.ts'
import { runCommand } from '../../process/run-command.ts'
import { StartError } from '../../process/start-error.ts'
import { hasCluster } from '../embedded/place-cluster.ts'
import { openPostgres } from '../open-postgres.ts'
import { secretMark } from './secret-mark.ts'
import { stopSignal } from './stop-signal.ts'
import { writeBackup } from './write-backup.ts'

const USAGE = `npm run backup [FILE]

Backs up the whole database into one new file (despatch-<time>.backup where you stand, unless told), while people work.
It is the database of DATABASE_URL, else that of the folder PORTAL_DATA, running or not.`

const report = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
  if (values.help) return void report(USAGE)
  if (positionals.length > 1) throw new StartError(USAGE)
  const config = readConfig(process.env)
  const file = resolve(
    positionals[0] ?? `despatch-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.backup`,
  )
  if (config.databaseUrl === undefined && !(await hasCluster(config.dataDirectory)))
    throw new StartError(`There is no database in ${config.dataDirectory}: name its folder with PORTAL_DATA.`)
  const began = performance.now()
  const postgres = await openPostgres(config, { report, attaches: true })
  try {
    const { ownerUrl } = postgres
    const mark = await secretMark(config)
    const made = await writeBackup({ ownerUrl, file, secretMark: mark, signal: stopSignal(), report })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    report(
      `Backed up ${made.rows.toLocaleString('en-GB')} rows of ${made.tables} tables, as they were at ${made.madeAt}, in ${seconds} s:`,
    )
    report(`${file} (${(made.bytes / 1e6).toFixed(1)} MB)`)
    report(
      'Keep PORTAL_SECRET, or the file secret.key of the data folder, beside it: without it second factors are lost.',
    )
  } finally {
    await postgres.stop()
  }
}

await runCommand(import.meta.url, main)
