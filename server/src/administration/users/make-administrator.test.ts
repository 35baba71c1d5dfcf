import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { holdsRight, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openThrowawayPostgres, type ThrowawayPostgres } from '../../database/embedded/open-throwaway-postgres.ts'
import { isPassword } from '../../sign-in/password/password.ts'
import { knownUserTicket } from '../../sign-in/password/password-lanes.ts'
import { makeAdministrator } from './make-administrator.ts'

let postgres: ThrowawayPostgres
let client: pg.Client

beforeAll(async () => {
  postgres = await openThrowawayPostgres()
  client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
})

afterAll(async () => {
  await client?.end()
  await postgres?.stop()
})

async function userNamed(username: string) {
  const { rows } = await client.query<{
    password_hash: string
    is_temporary_password: boolean
    is_internal: boolean
    permissions: PermissionTree
  }>('select users.*, is_internal, permissions from users join roles using (role_id) where username = $1', [username])
  return rows[0]
}

test('the command creates an administrator in an empty database, once', async () => {
  const run = () =>
    promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'make-administrator.ts'), '--username', 'Pat.Lee'],
      {
        env: { ...process.env, DATABASE_URL: postgres.ownerUrl },
      },
    )
  const { stdout } = await run()
  const password = /shown this once: (\S+)/.exec(stdout)?.[1] ?? ''
  const user = await userNamed('Pat.Lee')
  expect(user).toMatchObject({ is_temporary_password: false, is_internal: true })
  expect(await isPassword(password, user?.password_hash, knownUserTicket(0))).toBe(true)
  expect(holdsRight(user?.permissions ?? {}, 'setUpAndControl.userAdministration.manageUsers', 'Edit')).toBe(true)
  await expect(run()).rejects.toMatchObject({ code: 1, stderr: 'User Pat.Lee already exists.\n' })
})

test('a second administrator has the same role; a username in another case exists', async () => {
  await makeAdministrator({ ...postgres, username: 'second', password: 'long enough by far' })
  await expect(makeAdministrator({ ...postgres, username: 'SECOND', password: 'long enough by far' })).rejects.toThrow(
    'User SECOND already exists.',
  )
  expect((await client.query('select from roles')).rowCount).toBe(1)
})

test.each([
  ['two words', 'long enough by far', /^A username is/],
  ['third', 'short', /^Enter at least 12/],
])('%s with the password %s is refused', async (username, password, message) => {
  await expect(makeAdministrator({ ...postgres, username, password })).rejects.toThrow(message)
})
