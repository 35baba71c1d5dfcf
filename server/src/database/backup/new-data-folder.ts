import { lstat, readdir, readlink, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../../process/start-error.ts'

/** Files that may already be in the folder: the operator puts the secret back before a restore. */
const ALLOWED_FILES = ['secret.key']

/** Throws a StartError unless a data folder is new. `clear` removes what has been added since, after a failed restore. */
export async function requireNewDataFolder(folder: string): Promise<{ clear(): Promise<void> }> {
  const present = await listed(folder)
  const other = present.find((name) => !ALLOWED_FILES.includes(name))
  if (other)
    throw new StartError(
      `${folder} is not empty (it has ${other}): a backup is restored into a new folder alone. Move it away, or name another with PORTAL_DATA.`,
    )
  return {
    async clear() {
      for (const name of await listed(folder)) if (!present.includes(name)) await remove(join(folder, name))
    },
  }
}

async function listed(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StartError(`The folder ${folder} cannot be read: ${error.message}.`)
  })
}

/** Removes a file or folder. For a link to a database elsewhere (see placeCluster), removes that too. */
async function remove(path: string): Promise<void> {
  const entry = await lstat(path)
  if (entry.isSymbolicLink()) await rm(dirname(resolve(dirname(path), await readlink(path))), { recursive: true })
  await rm(path, { recursive: true, force: true })
}
