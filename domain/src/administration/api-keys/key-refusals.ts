import { holdsRight, type PermissionTree } from '../roles/permissions.ts'
import { feedTitle, KEY_FEEDS } from './key-rules.ts'

/** What the sender of a file needs to know of the key that it came with. */
export type RefusedKey = {
  /** As people named it. */
  readonly name: string
  /** What the key holds, whatever the client. */
  readonly permissions: PermissionTree
  /** The clients that it is for and that are active. */
  readonly clients: readonly string[]
}

/**
 * Why a key may not feed what it was sent to (the entry `asked` of the menu): which feed was called, what the key is for,
 * and what to do. A key that is for the feed is refused because its client does not have it.
 */
export function whyKeyFeedsNot(key: RefusedKey, asked: string, client: string | undefined): string {
  const feed = KEY_FEEDS.find((one) => one === asked)
  if (!feed) return KEY_FEEDS_ALONE
  const title = feedTitle(feed)
  const own = KEY_FEEDS.filter((one) => holdsRight(key.permissions, one, 'Edit')).map(feedTitle)
  if (own.includes(title))
    return `The ${title} is not open to the client ${client ?? ''}: ask the operator to open it, then send the file again.`
  return `This is the ${title}, and the key ${key.name} is for the ${listed(own)}. Send the file there, or ask for a key for the ${title}: they are made under User Administration > API Keys.`
}

/** What a key is told that is not for the client that it named. Whether there is such a client it is not told. */
export function whyKeyIsNotFor(key: RefusedKey): string {
  if (key.clients.length === 0) return `The key ${key.name} is for no active client any more: ask for another key.`
  return `The key ${key.name} is not for this client: it is for ${listed(key.clients)}. Name the client in the header client.`
}

/** What a key for several clients is told when the call names none. */
export function keyNeedsClient(key: RefusedKey): string {
  return `Name the client in the header client: the key ${key.name} is for ${listed(key.clients)}.`
}

/** What a key is told that makes any call but those for keys. */
export const KEY_FEEDS_ALONE = 'An API key feeds data, and does nothing else. Sign in to do this.'

const MAX_LISTED = 10

function listed(names: readonly string[]): string {
  const named = names.length > MAX_LISTED ? [...names.slice(0, MAX_LISTED), 'others'] : names
  return named.length < 2 ? (named[0] ?? '') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
