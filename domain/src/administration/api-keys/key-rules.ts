import { type LeafPath, menuLeaves } from '../roles/menu.ts'
import { holdsRight, type PermissionTree, permissionTree, titlesOf } from '../roles/permissions.ts'

export type KeyFeed = Extract<LeafPath, `feeds.${string}Feed`>
/** The feeds of domain.md that a key can be for, by their menu entry. */
export const KEY_FEEDS: readonly KeyFeed[] = menuLeaves()
  .map(({ leaf }) => leaf)
  .filter((leaf): leaf is KeyFeed => /^feeds\.\w+Feed$/.test(leaf))

/** The title of a feed: 'Orders Feed'. */
export const feedTitle = (feed: KeyFeed): string => titlesOf(feed).at(-1) ?? feed

/** The permissions of a key: its feeds and nothing else. */
export function permissionsOfKey(feeds: readonly string[]): PermissionTree {
  return permissionTree((leaf) => feeds.includes(leaf))
}

/** Hours for which the previous secret of a replaced key still works. */
export const KEY_OVERLAP_HOURS = 24

export type KeyState = 'active' | 'suspended' | 'expired' | 'revoked'

export type KeyDates = { expiresAt: Date | null; revokedAt: Date | null; suspendedFrom?: Date | null }

/** The state of a key. A revoked key stays revoked even after it would have expired. */
export function stateOfKey({ expiresAt, revokedAt, suspendedFrom }: KeyDates, now: Date): KeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt && expiresAt <= now) return 'expired'
  return suspendedFrom && suspendedFrom <= now ? 'suspended' : 'active'
}

/**
 * Why the maker may not create a key for these clients and feeds, in words that name the excess; undefined if they may.
 * domain.md, Access: 'Nobody grants more than they hold.' `holds` returns what the maker holds at a client; undefined
 * for clients that are not theirs.
 */
export function newKeyProblem(
  request: { clients: readonly string[]; feeds: readonly KeyFeed[] },
  holds: (client: string) => PermissionTree | undefined,
): { path: 'clients' | 'feeds'; message: string } | undefined {
  for (const client of request.clients) {
    const held = holds(client)
    if (!held) return { path: 'clients', message: `Client ${client} not found, or you don’t have access to it.` }
    const beyond = request.feeds.filter((feed) => !holdsRight(held, feed, 'Edit'))
    if (beyond.length > 0)
      return {
        path: 'feeds',
        message: `This is more than your own access for ${client}: ${beyond.map((feed) => `${feedTitle(feed)} (Edit)`).join(', ')}`,
      }
  }
  return undefined
}
