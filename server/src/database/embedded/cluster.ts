import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { appRole, type Credentials, databaseName, ownerRole } from './credentials.ts'
import { type Account, lastLines, runProgram } from './run-program.ts'

/** A PostgreSQL data directory with its owner and programs. `folder` is an absolute path without symbolic links. */
export interface Cluster {
  readonly folder: string
  readonly account: Account
  readonly binaries: Binaries
}

/**
 * Creates a cluster with its roles and database. It is built in a folder beside the final one and renamed at the end, so an
 * interrupted creation never looks like a cluster.
 */
export async function createCluster(
  cluster: Cluster,
  credentials: Credentials,
  options: { throwaway: boolean },
): Promise<void> {
  const unfinished: Cluster = { ...cluster, folder: `${cluster.folder}.unfinished` }
  const { folder, account, binaries } = unfinished
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  if (account.ids) await chown(folder, account.ids.uid, account.ids.gid)
  await runProgram(
    binaries.initdb,
    [
      `--pgdata=${folder}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=reject',
      '--no-instructions',
      ...(options.throwaway ? ['--no-sync', '--no-data-checksums'] : []),
    ],
    account,
  )
  await runAsSuperuser(unfinished, [
    `create role ${ownerRole} login createrole ${options.throwaway ? 'createdb' : ''} password '${credentials.ownerPassword}'`,
    `create role ${appRole} login nosuperuser nobypassrls password '${credentials.appPassword}'`,
    `grant ${appRole} to ${ownerRole} with admin option`,
    `create database ${databaseName} owner ${ownerRole}`,
    `grant connect, temporary on database ${databaseName} to ${appRole}`,
  ])
  await rename(folder, cluster.folder)
}

// No rule lets the superuser connect: it works in single-user mode only.
const ACCESS_RULES = `host all ${ownerRole},${appRole} 127.0.0.1/32 scram-sha-256
local all ${ownerRole},${appRole} scram-sha-256
`

/** Writes pg_hba.conf before PostgreSQL starts: the rules of an older cluster lack the socket. */
export async function writeAccessRules({ folder }: Cluster): Promise<void> {
  const file = join(folder, 'pg_hba.conf')
  if ((await readFile(file, 'utf8')) !== ACCESS_RULES) await writeFile(file, ACCESS_RULES)
}

/** Sets new passwords on a cluster whose credentials file is missing. PostgreSQL must not be running. */
export async function resetPasswords(cluster: Cluster, credentials: Credentials): Promise<void> {
  await runAsSuperuser(cluster, [
    `alter role ${ownerRole} password '${credentials.ownerPassword}'`,
    `alter role ${appRole} password '${credentials.appPassword}'`,
  ])
}

async function runAsSuperuser(cluster: Cluster, statements: readonly string[]): Promise<void> {
  const { stderr } = await runProgram(
    cluster.binaries.postgres,
    ['--single', '-D', cluster.folder, '-c', 'log_min_error_statement=panic', 'postgres'],
    cluster.account,
    `${statements.join('\n')}\n`,
  )
  // Single-user mode continues after a failed statement and exits with 0.
  if (/ (ERROR|FATAL|PANIC): /.test(stderr)) throw new Error(`PostgreSQL could not be set up: ${lastLines(stderr)}`)
}
