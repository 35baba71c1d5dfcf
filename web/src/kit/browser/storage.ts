/**
 * What the browser keeps for this site, in all its windows or in one. A browser may keep nothing, or be full: then what cannot be
 * kept for this window lasts as long as its page, and of what is for all windows there is nothing to read.
 */
type Keeper = {
  /** The text under a key; '' where there is none. */
  readText(key: string): string
  /** Keeps a text, or takes the key away when it is empty. Gives false where it could not be kept. */
  keepText(key: string, text: string): boolean
  /** The value under a key, undefined where there is none; it is whatever an older version may have written: check it. */
  read(key: string): unknown
  /** Keeps a value that JSON can hold, or takes the key away (undefined). Gives false where it could not be kept. */
  keep(key: string, value: unknown): boolean
  /** The keys that begin so. */
  keysOf(prefix: string): readonly string[]
  /** Whether anything is kept at all. */
  canKeep(): boolean
}

/** Opening a storage may throw as well as using it. What it refuses is in `onPage`, if there is that. */
function keeperOf(open: () => Storage, onPage?: Map<string, string>): Keeper {
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
  const keepText = (key: string, text: string) => {
    onPage?.delete(key)
    if (store(key, text)) return true
    if (text) onPage?.set(key, text)
    return false
  }
  const keysOf = (prefix: string) => {
    const kept = attempt((storage) => Object.keys(storage), [])
    return [...new Set([...kept, ...(onPage?.keys() ?? [])])].filter((key) => key.startsWith(prefix))
  }
  return {
    readText,
    keepText,
    read(key) {
      try {
        return JSON.parse(readText(key)) ?? undefined
      } catch {
        return undefined
      }
    },
    keep: (key, value) => keepText(key, value === undefined ? '' : JSON.stringify(value)),
    keysOf,
    canKeep: () => store('despatch.probe', '1') && store('despatch.probe', ''),
  }
}

/** Kept for every window of this browser. */
export const inBrowser = keeperOf(() => localStorage)
/** Kept for this window, until it is closed. */
export const inWindow = keeperOf(() => sessionStorage, new Map())
