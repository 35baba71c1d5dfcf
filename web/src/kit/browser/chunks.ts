import { ApiError, UNREACHABLE } from '../server/api-error.ts'
import { inWindow } from './storage.ts'

const ASKED_FOR = 'despatch.reloaded-for'
let isReloading = false

/** A chunk, or the styles that belong to it, that the server does not have: the page is older than what it serves now. */
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

async function isServerThere(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * Loads a chunk of the portal. When it is gone with an older release, that is thrown as what {@link isOutOfDate} knows:
 * loading may be for a link that is only pointed at, so the page is loaded again where the chunk is needed. A server that
 * is not there is no such case, for a reload would lose the page: then it throws an ApiError that says so.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkMissing(error)) throw error
    if (!(await isServerThere())) throw new ApiError(0, { code: 'network', message: UNREACHABLE })
    throw new ChunkGone(error.message)
  }
}

/** Whether an error says that this page is out of date, and loading it again has not been tried for that very chunk. */
export function isOutOfDate(error: unknown): boolean {
  if (!(error instanceof ChunkGone)) return false
  // Without a memory it could go on for ever.
  return inWindow.canKeep() && (isReloading || inWindow.readText(ASKED_FOR) !== error.message)
}

/** Loads the page again for an error that says it is out of date. Gives whether it does. */
export function reloadFor(error: unknown): boolean {
  if (!(error instanceof ChunkGone) || !isOutOfDate(error)) return false
  if (isReloading) return true
  isReloading = true
  inWindow.keepText(ASKED_FOR, error.message)
  window.location.reload()
  return true
}

/** Loads the page again as soon as the server answers. Gives false while it does not. */
export async function reloadWhenThere(): Promise<boolean> {
  const isThere = await isServerThere()
  if (isThere) window.location.reload()
  return isThere
}
