import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** Where Linux has files in memory. */
const MEMORY = '/dev/shm'
const TMPFS = 0x01021994
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * Where the databases of tests lie: in memory if there is plenty of it, else in the temporary folder. A database is some
 * 1,100 files: on a disk that had filled up around that folder, a copy took 0.6 s of processor time to find room for
 * them, in memory 0.04 s.
 */
export async function placeOfThrowaways(): Promise<string> {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * MIN_FREE_BYTES) return tmpdir()
  const place = await statfs(MEMORY).catch(() => undefined)
  const isRoomy = place?.type === TMPFS && place.bavail * place.bsize >= MIN_FREE_BYTES
  return isRoomy ? MEMORY : tmpdir()
}
