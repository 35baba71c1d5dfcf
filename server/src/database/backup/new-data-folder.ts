import { lstat, readdir, readlink, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../../process/start-error.ts'

/** What may be in the folder beforehand: anyone who restores puts the secret back. */
const MAY_BE_THERE = ['secret.key']

/**
 * Sees that a data folder is new. Throws a StartError where it holds anything. `clear` takes away what has been made in it
 * since, for a restore that failed.
 */
export async function newDataFolder(folder: string): Promise<{ clear(): Promise<void> }> {
  const there = await listed(folder)
  const other = there.find((name) => !MAY_BE_THERE.includes(name))
  if (other)
    throw new StartError(
      `${folder} is not empty (it has ${other}): a backup is restored into a new folder alone. Move it away, or name another with PORTAL_DATA.`,
    )
  return {
    async clear() {
      for (const name of await listed(folder)) if (!there.includes(name)) await remove(join(folder, name))
    },
  }
}

async function listed(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StartError(`The folder ${folder} cannot be read: ${error.message}.`)
  })
}

/** Removes a file or folder; of a link to where root keeps databases, that too. */
async function remove(path: string): Promise<void> {
  const entry = await lstat(path)
  if (entry.isSymbolicLink()) await rm(dirname(resolve(dirname(path), await readlink(path))), { recursive: true })
  await rm(path, { recursive: true, force: true })
}
