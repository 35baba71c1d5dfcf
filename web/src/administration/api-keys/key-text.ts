import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { LOSS_TEXTS } from '@despatch/domain/administration/api-keys/key-life'
import { feedTitle } from '@despatch/domain/administration/api-keys/key-rules'
import { formatCount } from '@despatch/domain/money/money'
import type { Meaning } from '../../kit/list/columns/cells.tsx'
import { dayLabel, momentText } from '../../kit/list/columns/moment-text.ts'
import { serverNow } from '../../kit/browser/clock.ts'

/** The label and meaning of a key's state. */
export const STATES = {
  active: { meaning: 'good', word: 'Active' },
  suspended: { meaning: 'bad', word: 'Suspended' },
  expired: { meaning: 'neutral', word: 'Expired' },
  revoked: { meaning: 'neutral', word: 'Revoked' },
} as const satisfies Record<ApiKey['state'], { meaning: Meaning; word: string }>

export const feedText = ({ feeds }: Pick<ApiKey, 'feeds'>) => feeds.map(feedTitle).join(', ')

/** 'Never', or when and from where a key was last used. */
export function lastUseText({ lastUsedAt, lastUsedFrom }: Pick<ApiKey, 'lastUsedAt' | 'lastUsedFrom'>): string {
  if (!lastUsedAt) return 'Never used'
  return `Last used ${momentText(new Date(lastUsedAt), serverNow())}${lastUsedFrom ? `, from ${lastUsedFrom}` : ''}`
}

/** A key expires at midnight: the moment before falls on its last day. */
export const lastMomentOf = (expiresAt: string) => new Date(Date.parse(expiresAt) - 1).toISOString()

/** '5 Jan 2027': the last day of a key. */
export const lastDayText = (expiresAt: string) => dayLabel(new Date(lastMomentOf(expiresAt)), serverNow())

/** Whether the user can become the owner of a key. */
export function canAdopt({ state, isOwn, ownerLoss }: Pick<ApiKey, 'state' | 'isOwn' | 'ownerLoss'>): boolean {
  return (state === 'active' || state === 'suspended') && (!isOwn || ownerLoss !== null)
}

/** The owner of a key, and why they may no longer use it. */
export function ownerText({ owner, ownerLoss }: Pick<ApiKey, 'owner' | 'ownerLoss'>): string {
  return ownerLoss ? `${owner}, who ${LOSS_TEXTS[ownerLoss]}` : owner
}

const MAX_NAMED = 5

/** The warning about keys without an owner. It names `keys` and counts `total`. */
export function warningText(
  keys: readonly Pick<ApiKey, 'name' | 'state' | 'suspendedFrom'>[],
  total: number = keys.length,
): string {
  const isOne = total === 1
  const suspended = keys.filter(({ state }) => state === 'suspended').length
  const [first] = keys.flatMap(({ suspendedFrom }) => suspendedFrom ?? []).toSorted()
  const what = `The API ${isOne ? 'key' : 'keys'} ${named(keys, total)} ${isOne ? 'has' : 'have'} no owner.`
  if (suspended === total)
    return `${what} ${isOne ? 'It is suspended: data sent with it is rejected.' : 'They are suspended: data sent with them is rejected.'}`
  if (suspended > 0) return `${what} Some are suspended already.`
  return first
    ? `${what} ${isOne ? 'It' : 'The first'} will be suspended on ${dayLabel(new Date(first), serverNow())}.`
    : what
}

function named(keys: readonly { name: string }[], total: number): string {
  const names = keys.slice(0, MAX_NAMED).map(({ name }) => name)
  const more = total - names.length
  if (more > 0) return `${names.join(', ')} and ${formatCount(more)} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
