import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { readConfig } from '../app/config.ts'
import { report } from '../app/progress.ts'
import { runCommand } from '../app/run-command.ts'
import { StartError } from '../app/start-error.ts'
import { asOwner } from '../database/as-owner.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/open-postgres.ts'
import { hashPassword } from '../session/password.ts'
import { administratorRole } from './administrator-role.ts'

const USERNAME = /^[A-Za-z0-9._@-]{1,100}$/
const SHORTEST = 12
const LONGEST = 128
const USAGE = `Makes an internal administrator, for a database without the demo: that of DATABASE_URL, else the embedded one.

  npm run make-administrator -- --username NAME

The password is generated and printed once; with --password-stdin it is the first line of the input instead.`

/**
 * Makes a user who may do everything, and the role for it when there is none.
 * Throws a StartError, with nothing made, for a user who exists, a name that cannot be one, or a password too short.
 */
export async function makeAdministrator(given: {
  ownerUrl: string
  username: string
  password: string
}): Promise<void> {
  if (!USERNAME.test(given.username))
    throw new StartError('A username is 1 to 100 letters, digits, dots, hyphens, underscores or @.')
  if (given.password.length < SHORTEST || given.password.length > LONGEST)
    throw new StartError(`A password has ${SHORTEST} to ${LONGEST} characters.`)
  const passwordHash = await hashPassword(given.password)
  await asOwner(given.ownerUrl, async (client) => {
    const role = administratorRole
    await client.query(
      `insert into roles (code, name, role_type, is_internal, permissions) values ($1, $2, $3, $4, $5)
       on conflict (client_code, lower(code)) do nothing`,
      [role.code, role.name, role.role_type, role.is_internal, role.permissions],
    )
    const { rowCount } = await client.query(
      `insert into users (username, role_id, password_hash)
       select $1, role_id, $2 from roles where code = $3
       on conflict ((lower(username))) do nothing`,
      [given.username, passwordHash, role.code],
    )
    if (!rowCount) throw new StartError(`There is a user ${given.username} already.`)
    await client.query(
      `insert into audit (client_code, at, by_name, act, object, request_id)
       values ('', now(), 'make-administrator', 'user.created', $1, '')`,
      [`user ${given.username}`],
    )
  })
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  if (!values.username) throw new StartError(USAGE)
  const config = readConfig(process.env)
  const isAsked = values['password-stdin']
  const password = isAsked ? await firstLine() : randomBytes(12).toString('base64url')
  const postgres = await openPostgres(config, { report, attaches: true })
  try {
    await migrate({ ownerUrl: postgres.ownerUrl, report })
    await makeAdministrator({ ownerUrl: postgres.ownerUrl, username: values.username, password })
  } finally {
    await postgres.stop()
  }
  process.stdout.write(`${values.username} may sign in as an internal administrator.\n`)
  if (!isAsked) process.stdout.write(`Password, shown this once: ${password}\n`)
}

async function firstLine(): Promise<string> {
  process.stdin.setEncoding('utf8')
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  return text.split(/\r?\n/, 1)[0] ?? ''
}

await runCommand(import.meta.url, main)
