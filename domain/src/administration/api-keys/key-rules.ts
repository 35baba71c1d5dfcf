import { type LeafPath, menuLeaves } from '../roles/menu.ts'
import { holdsRight, type PermissionTree, permissionTree, titlesOf } from '../roles/permissions.ts'

export type KeyFeed = Extract<LeafPath, `feeds.${string}Feed`>
/** What a key can be for: the feeds of domain.md, by their entry of the menu. */
export const KEY_FEEDS: readonly KeyFeed[] = menuLeaves()
  .map(({ leaf }) => leaf)
  .filter((leaf): leaf is KeyFeed => /^feeds\.\w+Feed$/.test(leaf))

/** How a feed is called: 'Orders Feed'. */
export const feedTitle = (feed: KeyFeed): string => titlesOf(feed).at(-1) ?? feed

/** What a key holds: its feeds and nothing else. */
export function permissionsOfKey(feeds: readonly string[]): PermissionTree {
  return permissionTree((leaf) => feeds.includes(leaf))
}

/** When a key is replaced, the one before is taken for so long. */
export const KEY_OVERLAP_HOURS = 24

export type KeyState = 'active' | 'suspended' | 'expired' | 'revoked'

/** What decides whether a key still opens anything. */
export type KeyDates = { expiresAt: Date | null; revokedAt: Date | null; suspendedFrom?: Date | null }

/** Whether a key still opens anything. One that was revoked stays so, whether or not its time has run out since. */
export function stateOfKey({ expiresAt, revokedAt, suspendedFrom }: KeyDates, now: Date): KeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt && expiresAt <= now) return 'expired'
  return suspendedFrom && suspendedFrom <= now ? 'suspended' : 'active'
}

/**
 * Why someone may not make a key for these clients and feeds, in words that name what is too much; undefined where they
 * may. domain.md, Access: 'Nobody grants more than they hold.' `holds` gives what the maker holds at a client, or
 * undefined where the client is none of theirs.
 */
export function whyNotMakeKey(
  asked: { clients: readonly string[]; feeds: readonly KeyFeed[] },
  holds: (client: string) => PermissionTree | undefined,
): { path: 'clients' | 'feeds'; message: string } | undefined {
  for (const client of asked.clients) {
    const held = holds(client)
    if (!held) return { path: 'clients', message: `There is no client ${client}, or it is not yours.` }
    const beyond = asked.feeds.filter((feed) => !holdsRight(held, feed, 'Edit'))
    if (beyond.length > 0)
      return {
        path: 'feeds',
        message: `This is more than you hold yourself for ${client}: ${beyond.map((feed) => `${feedTitle(feed)} (Edit)`).join(', ')}`,
      }
  }
  return undefined
}
