import { parseArgs } from 'node:util'
import { clientCode } from '@despatch/contract/route/fields'
import { ALL_CLIENTS } from '@despatch/domain/roles/role-types'
import { readConfig } from '../app/config.ts'
import { report } from '../app/progress.ts'
import { runCommand } from '../app/run-command.ts'
import { StartError } from '../app/start-error.ts'
import { asOwner } from '../database/as-owner.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/open-postgres.ts'
import { currencyProblem } from './currency.ts'

const USAGE = `Makes a client, as Client List does: in the database of DATABASE_URL, else in the embedded one.

  npm run make-client -- --code CODE --name NAME [--currency GBP]`

/**
 * Makes an active client, as the owner. Throws a StartError, with nothing made, for a code that is taken or cannot be
 * one, an empty name, or a currency that is no ISO 4217 code.
 */
export async function makeClient(given: {
  ownerUrl: string
  code: string
  name: string
  currency: string
}): Promise<void> {
  const { code, name, currency } = given
  if (!clientCode.safeParse(code).success || code === ALL_CLIENTS)
    throw new StartError('A client code is 1 to 20 letters, digits, _ or -.')
  if (name.trim() === '') throw new StartError('Give the client a name: --name "Acme Home & Garden".')
  const problem = currencyProblem(currency)
  if (problem) throw new StartError(`${problem}.`)
  await asOwner(given.ownerUrl, async (client) => {
    const { rowCount } = await client.query(
      `insert into clients (client_code, name, currency_code) select $1, $2, $3
       where not exists (select from clients where lower(client_code) = lower($1)) on conflict do nothing`,
      [code, name.trim(), currency],
    )
    if (!rowCount) throw new StartError(`There is a client ${code} already.`)
    // Forced row-level security binds the owner too.
    await client.query("select set_config('app.clients', array[$1]::text, true)", [code])
    await client.query(
      `insert into audit (client_code, at, by_name, act, object, record, request_id)
       values ($1, now(), 'make-client', 'client.created', $2, $3, '')`,
      [code, `client ${code}`, `client:${code}`],
    )
  })
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      code: { type: 'string' },
      name: { type: 'string' },
      currency: { type: 'string', default: 'GBP' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return report(USAGE)
  const { code, name, currency } = values
  if (!code || !name) throw new StartError(USAGE)
  const postgres = await openPostgres(readConfig(process.env), { report, attaches: true })
  try {
    await migrate({ ownerUrl: postgres.ownerUrl, report })
    await makeClient({ ownerUrl: postgres.ownerUrl, code, name, currency })
  } finally {
    await postgres.stop()
  }
  report(`The client ${code} is there; users of the operator see it at once.`)
}

await runCommand(import.meta.url, main)
