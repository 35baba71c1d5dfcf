import { randomUUID } from 'node:crypto'
import { access, lstat, mkdir, readFile, readlink, realpath, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { canReach } from './account.ts'
import { openFolder, sharedFolder } from './binaries.ts'
import type { Account } from './run-program.ts'
import { StartError } from '../../process/start-error.ts'

const supportedVersion = '18'

/**
 * Chooses where the cluster of a data folder is or will be: its subfolder `postgres`. If the account cannot enter the data folder
 * (in root's closed home), that is a link to a new folder under /var/lib/despatch. Returns an absolute path without links.
 * Throws a StartError if an existing cluster cannot be used.
 */
export async function placeCluster(
  dataDirectory: string,
  account: Account,
  report: (line: string) => void,
): Promise<string> {
  const named = join(await realpath(dataDirectory), 'postgres')
  const existing = await lstat(named).catch(() => undefined)
  if (existing?.isSymbolicLink()) {
    const folder = resolve(dirname(named), await readlink(named))
    const home = await realpath(dirname(folder)).catch(() => {
      throw new StartError(
        `The database of ${dataDirectory} was in ${folder}, which is gone. Bring it back, or remove the link ${named} to begin with an empty one.`,
      )
    })
    await mustReach(account, home)
    return join(home, 'postgres')
  }
  if (existing) {
    await mustReach(account, dirname(named))
    return named
  }
  if (await canReach(account, dirname(named))) return named
  await openFolder(sharedFolder)
  const home = join(sharedFolder, randomUUID())
  await mkdir(home)
  await openFolder(home)
  await symlink(join(home, 'postgres'), named)
  report(`${dataDirectory} is closed to other users: keeping the database in ${home}`)
  return join(home, 'postgres')
}

async function mustReach(account: Account, folder: string): Promise<void> {
  if (await canReach(account, folder)) return
  throw new StartError(
    `PostgreSQL runs as ${account.name} and cannot get into ${folder}: open the folders above it, or choose another one with PORTAL_DATA.`,
  )
}

/** Whether a data folder holds a database of any version. */
export async function hasCluster(dataDirectory: string): Promise<boolean> {
  return access(join(dataDirectory, 'postgres', 'PG_VERSION')).then(
    () => true,
    // A folder that belongs to another account is assumed to be a database.
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  )
}

/** Whether the folder is a cluster. Throws a StartError if it is something else, or a cluster of another version. */
export async function clusterExists(folder: string): Promise<boolean> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === supportedVersion) return true
  if (version !== undefined) {
    throw new StartError(
      `${folder} was made by PostgreSQL ${version.trim()}; this version of Despatch runs ${supportedVersion}. ` +
        'Back it up with the version of Despatch that made it (npm run backup), and restore that into a new folder with this one (npm run restore FILE).',
    )
  }
  const something = await access(folder).then(
    () => true,
    () => false,
  )
  if (something) {
    throw new StartError(
      `${folder} is there, but is no database. Move it away, or choose another folder with PORTAL_DATA.`,
    )
  }
  return false
}
