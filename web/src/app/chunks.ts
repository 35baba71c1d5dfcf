import { ApiError, UNREACHABLE } from './api/api-error.ts'

/** How browsers and the router tell that a chunk is not there; the router then loads the page anew, once. */
const GONE = 'Failed to fetch dynamically imported module'
const ASKED_FOR = 'despatch.reloaded-for'

/** Whether loading failed because a chunk, or the styles that belong to it, did not come. */
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
 * Loads a chunk of the portal. A page that is older than what the server has now asks for chunks that are gone: that is
 * thrown in the words by which the router knows to load the page anew. A server that is not there is no such case, for
 * a reload would lose the page: then it throws an ApiError that says so.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkMissing(error)) throw error
    if (!(await isServerThere())) throw new ApiError(0, { code: 'network', message: UNREACHABLE })
    throw error.message.startsWith(GONE) ? error : new TypeError(`${GONE}: ${error.message}`)
  }
}

/** Loads the page anew for a chunk that is gone, for what is no screen. Gives false when that has been tried already. */
export function reloadFor(error: unknown): boolean {
  if (!isChunkMissing(error)) return false
  try {
    if (sessionStorage.getItem(ASKED_FOR) === error.message) return false
    sessionStorage.setItem(ASKED_FOR, error.message)
  } catch {
    // Without a memory it could go on for ever.
    return false
  }
  window.location.reload()
  return true
}

/** Loads the page anew as soon as the server answers. Gives false while it does not. */
export async function reloadWhenThere(): Promise<boolean> {
  const isThere = await isServerThere()
  if (isThere) window.location.reload()
  return isThere
}
