import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { appRole, type Credentials, databaseName, ownerRole } from './credentials.ts'
import { type Account, lastLines, runProgram } from './run-program.ts'

/** Whose cluster lies where, and the programs that serve it. `folder` is an absolute path without symbolic links. */
export interface Cluster {
  readonly folder: string
  readonly account: Account
  readonly binaries: Binaries
}

/**
 * Makes a cluster with its roles and its database. All of it happens in a folder beside the final one, which is named
 * only when everything is in place: a creation that was cut short never looks like a cluster and is begun again.
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

// The cluster's superuser is in no line: it works in single-user mode alone.
const ACCESS_RULES = `host all ${ownerRole},${appRole} 127.0.0.1/32 scram-sha-256
local all ${ownerRole},${appRole} scram-sha-256
`

/** Writes who may connect, and how, before PostgreSQL starts: an older cluster's rules do not have its socket. */
export async function writeAccessRules({ folder }: Cluster): Promise<void> {
  const file = join(folder, 'pg_hba.conf')
  if ((await readFile(file, 'utf8')) !== ACCESS_RULES) await writeFile(file, ACCESS_RULES)
}

/** Gives the roles new passwords; for a cluster whose credentials file has gone. PostgreSQL must not be running on it. */
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
  // Single-user mode goes on after a failed statement and ends with 0.
  if (/ (ERROR|FATAL|PANIC): /.test(stderr)) throw new Error(`PostgreSQL could not be set up: ${lastLines(stderr)}`)
}
