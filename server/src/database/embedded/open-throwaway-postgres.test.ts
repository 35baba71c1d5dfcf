import pg from 'pg'
import { expect, test } from 'vitest'
import { openThrowawayPostgres } from './open-throwaway-postgres.ts'

async function ask(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}

test('a throwaway PostgreSQL has an owner who may create and a role that owns nothing', async () => {
  const postgres = await openThrowawayPostgres()
  try {
    const owner = await ask(
      postgres.ownerUrl,
      "select current_user as name, current_setting('server_version_num')::int / 10000 as version, pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()",
    )
    expect(owner).toEqual({ name: 'despatch_owner', version: 18, owner: 'despatch_owner' })
    const app = await ask(
      postgres.appUrl,
      'select rolname as name, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(app).toEqual({
      name: 'despatch_app',
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
    })
    await ask(postgres.appUrl, 'create temporary table scratch (id int)')
    await expect(ask(postgres.appUrl, 'create table theirs (id int)')).rejects.toThrow('permission denied')
    await ask(postgres.ownerUrl, 'create database another template despatch')
    const locale = await ask(
      postgres.ownerUrl,
      "select datlocprovider::text as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding, current_setting('timezone') as zone from pg_database where datname = current_database()",
    )
    expect(locale).toEqual({ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8', zone: 'UTC' })
  } finally {
    await postgres.stop()
  }
  await expect(ask(postgres.ownerUrl, 'select 1')).rejects.toThrow()
})
