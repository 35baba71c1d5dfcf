import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { LOSS_TEXTS } from '@despatch/domain/administration/api-keys/key-life'
import { feedTitle } from '@despatch/domain/administration/api-keys/key-rules'
import type { Meaning } from '../../kit/list/columns/cells.tsx'
import { momentWords } from '../../kit/list/moment-words.ts'

/** What the state of a key is called, and means. */
export const STATES = {
  active: { meaning: 'good', word: 'Active' },
  suspended: { meaning: 'bad', word: 'Suspended' },
  expired: { meaning: 'neutral', word: 'Expired' },
  revoked: { meaning: 'neutral', word: 'Revoked' },
} as const satisfies Record<ApiKey['state'], { meaning: Meaning; word: string }>

export const feedWords = ({ feeds }: Pick<ApiKey, 'feeds'>) => feeds.map(feedTitle).join(', ')

/** 'Never', or when a key was used last, and from where. */
export function lastUseWords({ lastUsedAt, lastUsedFrom }: Pick<ApiKey, 'lastUsedAt' | 'lastUsedFrom'>): string {
  if (!lastUsedAt) return 'Never used'
  return `Last used ${momentWords(new Date(lastUsedAt), new Date())}${lastUsedFrom ? `, from ${lastUsedFrom}` : ''}`
}

/** Who answers for a key, and why they no longer may. */
export function ownerText({ owner, ownerLoss }: Pick<ApiKey, 'owner' | 'ownerLoss'>): string {
  return ownerLoss ? `${owner}, who ${LOSS_TEXTS[ownerLoss]}` : owner
}

const MAX_NAMED = 5
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/London' })

/** What those are warned of who may adopt keys that nobody answers for. */
export function warningText(keys: readonly Pick<ApiKey, 'name' | 'state' | 'suspendedFrom'>[]): string {
  const isOne = keys.length === 1
  const suspended = keys.filter(({ state }) => state === 'suspended').length
  const [first] = keys.flatMap(({ suspendedFrom }) => suspendedFrom ?? []).toSorted()
  const what = `The API ${isOne ? 'key' : 'keys'} ${named(keys)} ${isOne ? 'has nobody who answers for it' : 'have nobody who answers for them'}.`
  if (suspended === keys.length)
    return `${what} ${isOne ? 'It is suspended: what it fed is refused.' : 'They are suspended: what they fed is refused.'}`
  if (suspended > 0) return `${what} Some are suspended already.`
  return first ? `${what} ${isOne ? 'It' : 'The first'} is suspended on ${DAY.format(new Date(first))}.` : what
}

function named(keys: readonly { name: string }[]): string {
  const names = keys.slice(0, MAX_NAMED).map(({ name }) => name)
  const more = keys.length - names.length
  if (more > 0) return `${names.join(', ')} and ${more} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
