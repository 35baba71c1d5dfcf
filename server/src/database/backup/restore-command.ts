import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../../process/config.ts'
import { runCommand } from '../../process/run-command.ts'
import { StartError } from '../../process/start-error.ts'
import { openPostgres } from '../open-postgres.ts'
import type { BackupHeader } from './backup-format.ts'
import { requireNewDataFolder } from './new-data-folder.ts'
import { readBackup, readHeader } from './read-backup.ts'
import { refuseNonEmpty, refuseOtherVersion, restoreBackup } from './restore-backup.ts'
import { secretMark } from './secret-mark.ts'
import { stopSignal } from './stop-signal.ts'

const USAGE = `npm run restore FILE            restores a backup into a new database
npm run restore -- --check FILE reads a backup to its end, and changes nothing

The new database is that of DATABASE_URL, which must be empty, else a new one in the folder PORTAL_DATA, which must be new
or hold nothing but secret.key.`

const report = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, check: { type: 'boolean' } },
  })
  if (values.help) return void report(USAGE)
  const [name] = positionals
  if (name === undefined || positionals.length > 1) throw new StartError(USAGE)
  const file = resolve(name)
  const config = readConfig(process.env)
  const header = await readHeader(file)
  await refuseOtherVersion(header)
  const folder = values.check || config.databaseUrl ? undefined : await requireNewDataFolder(config.dataDirectory)
  if (config.databaseUrl && !values.check) await refuseNonEmpty(config.databaseUrl)
  const began = performance.now()
  const { rows } = await readBackup(file)
  report(`${file} is whole: ${rows.toLocaleString('en-GB')} rows, as they were at ${header.madeAt}`)
  if (values.check) return
  try {
    await restoreInto(config, { file, header })
  } catch (error) {
    await folder?.clear()
    throw error
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  report(`Restored in ${seconds} s. ${await secretAdvice(config, header)}`)
}

async function restoreInto(config: Config, backup: { file: string; header: BackupHeader }): Promise<void> {
  const signal = stopSignal()
  const postgres = await openPostgres(config, { report, attaches: false })
  try {
    await restoreBackup({ ...backup, ownerUrl: postgres.ownerUrl, report, signal })
  } finally {
    await postgres.stop()
  }
}

async function secretAdvice(config: Config, header: BackupHeader): Promise<string> {
  const mark = await secretMark(config)
  const bringBack =
    'bring back the secret.key that was there, or its PORTAL_SECRET, before the first start: second factors, secrets of webhooks and waiting mail are sealed with it.'
  if (header.secretMark === null) return `It is not known which secret it was sealed with: ${bringBack}`
  if (mark === header.secretMark) return 'The secret is the one that it was sealed with: npm start.'
  return mark === null ? `There is no secret yet: ${bringBack}` : `This is ANOTHER secret: ${bringBack}`
}

await runCommand(import.meta.url, main)
