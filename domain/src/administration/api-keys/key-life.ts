import { addDays, type Day, dayOf, yearAfter } from '../../calendar/day.ts'
import { holdsRight, type PermissionTree } from '../roles/permissions.ts'
import type { KeyFeed } from './key-rules.ts'

/** The last day that a key made, or replaced, on a day may have: a year later. */
export const lastKeyDay = (today: Day): Day => yearAfter(today)

/** So many days after the person who answers for a key may no longer do what it does it is suspended, unless someone adopts it. */
export const ORPHANED_KEY_DAYS = 14

/** Why the person who answers for a key no longer may. */
export const OWNER_LOSSES = ['deleted', 'inactive', 'demoted'] as const
export type OwnerLoss = (typeof OWNER_LOSSES)[number]

/** Whether a key is refused at once, as the sessions of its owner are; a demoted owner's keeps its fourteen days. */
export const stopsAtOnce = (loss: OwnerLoss): boolean => loss !== 'demoted'

/** Who answers for a key: its maker, or who adopted it. `clients` is undefined for internal users, who have all. */
export type KeyOwner = {
  readonly isActive: boolean
  readonly permissions: PermissionTree
  readonly clients: readonly string[] | undefined
}

type KeyNeeds = { readonly clients: readonly string[]; readonly feeds: readonly KeyFeed[] }

/**
 * Why someone no longer holds what a key needs: they were deleted, locked or deactivated, or have another role or other
 * clients. What a client withholds from all of its users for a time is no fault of theirs.
 */
export function whyOwnerLost(key: KeyNeeds, owner: KeyOwner | undefined): OwnerLoss | undefined {
  if (!owner) return 'deleted'
  if (!owner.isActive) return 'inactive'
  const isOfClients = !owner.clients || key.clients.every((client) => owner.clients?.includes(client))
  const holdsFeeds = key.feeds.every((feed) => holdsRight(owner.permissions, feed, 'Edit'))
  return isOfClients && holdsFeeds ? undefined : 'demoted'
}

/** What is said of it, after the name of the person who answered for the key. */
export const LOSS_TEXTS: Readonly<Record<OwnerLoss, string>> = {
  deleted: 'was deleted',
  inactive: 'is locked or not active',
  demoted: 'may no longer do what the key does',
}

/** From when a key is refused whose owner was lost at a moment, and that does not stop at once. */
export function suspendedFrom(lostAt: Date): Date {
  return new Date(lostAt.getTime() + ORPHANED_KEY_DAYS * 86_400_000)
}

/** Whether administrators are to be told again: once each day of the operator's, until the day on which the key is suspended. */
export function isWarningDue(key: { lostAt: Date; warnedAt: Date | null }, now: Date): boolean {
  const lastWarning = addDays(dayOf(key.lostAt), ORPHANED_KEY_DAYS)
  if (!key.warnedAt) return true
  const warned = dayOf(key.warnedAt)
  return warned < dayOf(now) && warned < lastWarning
}
