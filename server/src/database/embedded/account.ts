import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Account, runProgram } from './run-program.ts'
import { StartError } from '../../process/start-error.ts'

const execute = promisify(execFile)
const ourselves: Account = { name: process.env['USER'] ?? 'you', ids: undefined }

/**
 * Chooses the account that PostgreSQL runs as. PostgreSQL refuses to run as root, so root uses an ordinary account: the owner of an
 * existing cluster, else `postgres`, else `despatch`, which it creates if missing.
 * Throws a StartError if no account can be created or another user owns the cluster.
 */
export async function chooseAccount(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => undefined)
  const us = process.getuid?.()
  if (us === undefined) return ourselves
  if (us !== 0) {
    if (owner && owner.uid !== us) {
      throw new StartError(
        `${cluster} belongs to another user (uid ${owner.uid}): start as that user, or choose another folder with PORTAL_DATA.`,
      )
    }
    return ourselves
  }
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } }
  return (await lookUp('postgres')) ?? (await lookUp('despatch')) ?? (await makeAccount('despatch').catch(refuse))
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const uid = Number((await execute('id', ['-u', name])).stdout)
    const gid = Number((await execute('id', ['-g', name])).stdout)
    return uid > 0 ? { name, ids: { uid, gid } } : undefined
  } catch {
    return undefined
  }
}

async function makeAccount(name: string): Promise<Account> {
  const shell = '/usr/sbin/nologin'
  await execute('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    shell,
    name,
  ])
  const account = await lookUp(name)
  if (!account) throw new Error(`useradd made no ${name}`)
  return account
}

function refuse(error: unknown): never {
  const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)
  throw new StartError(
    `PostgreSQL does not run as root, and an ordinary account for it could not be made (${reason}). ` +
      'Start as an ordinary user, make a user named despatch, or name a database with DATABASE_URL.',
  )
}

/** Whether the account can enter a folder. The operating system decides, so that ACLs and mounts count. */
export async function canReach(account: Account, folder: string): Promise<boolean> {
  if (!account.ids) return true
  try {
    await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') {
      throw new StartError(
        `PostgreSQL does not run as root, and this root may not start programs as ${account.name}. ` +
          'Start as an ordinary user, or name a database with DATABASE_URL.',
      )
    }
    return false
  }
}
