import type { ApiKey } from '@despatch/contract/api-keys/api-keys'
import { feedTitle } from '@despatch/domain/api-keys/key-rules'
import type { Meaning } from '../table/cells.tsx'
import { momentWords } from '../table/moment-words.ts'

/** What the state of a key is called, and means. */
export const STATES = {
  active: { meaning: 'good', word: 'Active' },
  expired: { meaning: 'neutral', word: 'Expired' },
  revoked: { meaning: 'neutral', word: 'Revoked' },
} as const satisfies Record<ApiKey['state'], { meaning: Meaning; word: string }>

export const feedWords = ({ feeds }: Pick<ApiKey, 'feeds'>) => feeds.map(feedTitle).join(', ')

/** 'Never', or when a key was used last, and from where. */
export function lastUseWords({ lastUsedAt, lastUsedFrom }: Pick<ApiKey, 'lastUsedAt' | 'lastUsedFrom'>): string {
  if (!lastUsedAt) return 'Never used'
  return `Last used ${momentWords(new Date(lastUsedAt), new Date())}${lastUsedFrom ? `, from ${lastUsedFrom}` : ''}`
}
