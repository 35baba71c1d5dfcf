import { realpath, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const MEGABYTE = 1_048_576
/** PostgreSQL writes its WAL in files of 16 MB and cannot start recovery without room for the next one. */
const NEEDED_MB = 32
const NO_SPACE = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/

/**
 * Names the disk that stopped PostgreSQL because it is full: either the error says so, or so little space is free that PostgreSQL
 * could not log an error. Returns undefined if a full disk is not the reason.
 */
export async function fullDisk(cluster: string, failure: unknown): Promise<string | undefined> {
  const disks = await Promise.all([join(cluster, 'pg_wal'), cluster, join(cluster, '..')].map(freeMegabytes))
  const least = disks.filter((disk) => disk !== undefined).toSorted((one, other) => one.free - other.free)[0]
  if (!least || (least.free >= NEEDED_MB && !NO_SPACE.test(String(failure)))) return undefined
  return `The disk of ${least.folder} is full (${Math.floor(least.free)} MB free): PostgreSQL needs ${NEEDED_MB} MB to start`
}

async function freeMegabytes(folder: string): Promise<{ folder: string; free: number } | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return { folder: await realpath(folder), free: (bavail * bsize) / MEGABYTE }
  } catch {
    return undefined
  }
}
