import { holdsRight, type PermissionTree } from '../roles/permissions.ts'
import { feedTitle, KEY_FEEDS } from './key-rules.ts'

/** The facts about a key that its refusals mention. */
export type RefusedKey = {
  /** The name that its maker chose. */
  readonly name: string
  /** Without regard to the client. */
  readonly permissions: PermissionTree
  /** The key's active clients. */
  readonly clients: readonly string[]
}

/**
 * The refusal for a key that may not use a feed (menu entry `entry`): names the feed, what the key is for, and what to
 * do. If the key is for the feed, its client does not have it.
 */
export function feedRefusal(key: RefusedKey, entry: string, client: string | undefined): string {
  const feed = KEY_FEEDS.find((one) => one === entry)
  if (!feed) return ONLY_FEEDS_REFUSAL
  const title = feedTitle(feed)
  const own = KEY_FEEDS.filter((one) => holdsRight(key.permissions, one, 'Edit')).map(feedTitle)
  if (own.includes(title))
    return `The ${title} is not open to the client ${client ?? ''}. Ask the operator to open it, then send the file again.`
  return `This is the ${title}, and the key ${key.name} is for the ${listed(own)}. Send the file there, or ask for a key for the ${title}: they are made under User Administration > API Keys.`
}

/** The refusal for a key that named a client it is not for. It does not reveal whether that client exists. */
export function otherClientRefusal(key: RefusedKey): string {
  if (key.clients.length === 0) return `The key ${key.name} is for no active client. Ask for another key.`
  return `The key ${key.name} is not for this client: it is for ${listed(key.clients)}. Name the client in the header client.`
}

/** The refusal for a key of several clients if the call names none. */
export function missingClientRefusal(key: RefusedKey): string {
  return `Name the client in the header client: the key ${key.name} is for ${listed(key.clients)}.`
}

/** The refusal for calls that API keys cannot make. */
export const ONLY_FEEDS_REFUSAL = 'API keys can only send data. Sign in to do this.'

const MAX_LISTED = 10

function listed(names: readonly string[]): string {
  const named = names.length > MAX_LISTED ? [...names.slice(0, MAX_LISTED), 'others'] : names
  return named.length < 2 ? (named[0] ?? '') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
