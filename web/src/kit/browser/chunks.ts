import { ApiError, UNREACHABLE } from '../server/api-error.ts'
import { windowStorage } from './storage.ts'

const RELOADED_FOR_KEY = 'despatch.reloaded-for'
let isReloading = false

/** The server no longer has a chunk or its styles: the page is older than the release that it serves. */
class ChunkGone extends Error {
  override name = 'ChunkGone'
}

function isChunkMissing(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i.test(
      error.message,
    )
  )
}

async function isServerReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * Loads a chunk of the portal.
 *
 * @throws an error that {@link isOutOfDate} recognises if the chunk belonged to an older release. The caller reloads the
 * page when it needs the chunk: it may only preload it for a link under the pointer
 * @throws ApiError if the server is not reached, because a reload would then lose the page
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkMissing(error)) throw error
    if (!(await isServerReachable())) throw new ApiError(0, { code: 'network', message: UNREACHABLE })
    throw new ChunkGone(error.message)
  }
}

/** Whether an error says that this page is out of date, and it has not been reloaded for that chunk yet. */
export function isOutOfDate(error: unknown): boolean {
  if (!(error instanceof ChunkGone)) return false
  // Without storage, a reload that does not help would repeat for ever.
  return windowStorage.isAvailable() && (isReloading || windowStorage.readText(RELOADED_FOR_KEY) !== error.message)
}

/** Reloads the page if the error says that it is out of date. Returns whether it does. */
export function reloadFor(error: unknown): boolean {
  if (!(error instanceof ChunkGone) || !isOutOfDate(error)) return false
  if (isReloading) return true
  isReloading = true
  windowStorage.writeText(RELOADED_FOR_KEY, error.message)
  window.location.reload()
  return true
}

/** Reloads the page if the server answers. Returns whether it does. */
export async function reloadIfReachable(): Promise<boolean> {
  const isReachable = await isServerReachable()
  if (isReachable) window.location.reload()
  return isReachable
}
