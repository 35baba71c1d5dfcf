/**
 * What the browser keeps for this site, in all its windows or in one. A browser may keep nothing, or be full: then there is
 * nothing to read, and what cannot be kept lasts as long as the page.
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

/** Opening a storage may throw as well as using it. */
function keeperOf(open: () => Storage): Keeper {
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(open())
    } catch {
      return otherwise
    }
  }
  const readText = (key: string) => attempt((storage) => storage.getItem(key) ?? '', '')
  const keepText = (key: string, text: string) =>
    attempt((storage) => {
      if (text) storage.setItem(key, text)
      else storage.removeItem(key)
      return true
    }, false)
  return {
    readText,
    keepText,
    read: (key) => attempt<unknown>(() => JSON.parse(readText(key)) ?? undefined, undefined),
    keep: (key, value) => keepText(key, value === undefined ? '' : JSON.stringify(value)),
    keysOf: (prefix) => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
    canKeep: () => keepText('despatch.probe', '1') && keepText('despatch.probe', ''),
  }
}

/** Kept for every window of this browser. */
export const inBrowser = keeperOf(() => localStorage)
/** Kept for this window, until it is closed. */
export const inWindow = keeperOf(() => sessionStorage)
