import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { USERNAME, USERNAME_MESSAGE } from '@despatch/domain/administration/users/username'
import { readConfig } from '../../process/config.ts'
import { report } from '../../process/progress.ts'
import { runCommand } from '../../process/run-command.ts'
import { StartError } from '../../process/start-error.ts'
import { asOwner } from '../../database/as-owner.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { openPostgres } from '../../database/open-postgres.ts'
import { hashPassword } from '../../sign-in/password/password.ts'
import { findPasswordProblem } from '../../sign-in/password/find-password-problem.ts'
import { administratorRole } from './administrator-role.ts'

const USAGE = `Makes an internal administrator, for a database without the demo: that of DATABASE_URL, else the embedded one.

  npm run make-administrator -- --username NAME

The password is generated and printed once; with --password-stdin it is the first line of the input instead.`

/**
 * Creates a user with every permission, and the role for it if there is none. Throws a StartError, having created
 * nothing, for a username that exists or is invalid, or an unacceptable password.
 */
export async function makeAdministrator(input: {
  ownerUrl: string
  username: string
  password: string
}): Promise<void> {
  if (!USERNAME.test(input.username)) throw new StartError(`${USERNAME_MESSAGE}.`)
  const problem = await findPasswordProblem(input.password, input)
  if (problem) throw new StartError(`${problem}.`)
  const passwordHash = await hashPassword(input.password)
  await asOwner(input.ownerUrl, async (client) => {
    const role = administratorRole
    await client.query(
      `insert into roles (code, name, role_type, is_internal, permissions) values ($1, $2, $3, $4, $5)
       on conflict (client_code, lower(code)) do nothing`,
      [role.code, role.name, role.role_type, role.is_internal, role.permissions],
    )
    const { rows } = await client.query<{ user_id: string }>(
      `insert into users (username, role_id, password_hash)
       select $1, role_id, $2 from roles where client_code = $4 and code = $3
       on conflict ((lower(username))) do nothing returning user_id`,
      [input.username, passwordHash, role.code, ALL_CLIENTS],
    )
    if (!rows[0]) throw new StartError(`User ${input.username} already exists.`)
    await client.query(
      `insert into audit (client_code, at, by_name, act, object, record, request_id)
       values ('', now(), 'make-administrator', 'user.created', $1, $2, '')`,
      [`user ${input.username}`, `user:${rows[0].user_id}`],
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
