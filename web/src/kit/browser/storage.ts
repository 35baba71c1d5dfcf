/**
 * The browser's storage for this site. A browser may refuse to store, or be full: then values for this window last as long
 * as the page, and values for all windows are lost.
 */
type SiteStorage = {
  /** The text under a key, or ''. */
  readText(key: string): string
  /** Stores a text; an empty one removes the key. Returns false if the browser refuses. */
  writeText(key: string, text: string): boolean
  /** The value under a key, or undefined. An older version may have written it: check its shape. */
  read(key: string): unknown
  /** Stores a value as JSON; undefined removes the key. Returns false if the browser refuses. */
  write(key: string, value: unknown): boolean
  keysOf(prefix: string): readonly string[]
  /** Whether the browser stores anything at all. */
  isAvailable(): boolean
}

/**
 * @param open may throw, as may every use of the storage
 * @param onPage holds the values that the storage refuses, for as long as the page
 */
function createSiteStorage(open: () => Storage, onPage?: Map<string, string>): SiteStorage {
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(open())
    } catch {
      return otherwise
    }
  }
  const readText = (key: string) => onPage?.get(key) ?? attempt((storage) => storage.getItem(key) ?? '', '')
  const store = (key: string, text: string) =>
    attempt((storage) => {
      if (text) storage.setItem(key, text)
      else storage.removeItem(key)
      return true
    }, false)
  const writeText = (key: string, text: string) => {
    onPage?.delete(key)
    if (store(key, text)) return true
    if (text) onPage?.set(key, text)
    return false
  }
  const keysOf = (prefix: string) => {
    const stored = attempt((storage) => Object.keys(storage), [])
    return [...new Set([...stored, ...(onPage?.keys() ?? [])])].filter((key) => key.startsWith(prefix))
  }
  return {
    readText,
    writeText,
    read(key) {
      try {
        return JSON.parse(readText(key)) ?? undefined
      } catch {
        return undefined
      }
    },
    write: (key, value) => writeText(key, value === undefined ? '' : JSON.stringify(value)),
    keysOf,
    isAvailable: () => store('despatch.probe', '1') && store('despatch.probe', ''),
  }
}

/** Shared by all windows of this browser. */
export const browserStorage = createSiteStorage(() => localStorage)
/** Of this window, until it is closed. */
export const windowStorage = createSiteStorage(() => sessionStorage, new Map())
