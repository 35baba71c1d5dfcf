import { addDays, type Day, dayOf, yearAfter } from '../../calendar/day.ts'
import { holdsRight, type PermissionTree } from '../roles/permissions.ts'
import type { KeyFeed } from './key-rules.ts'

/** The latest expiry day of a key made or replaced on a day: a year later. */
export const lastKeyDay = (today: Day): Day => yearAfter(today)

/** Days that a key still works after its owner lost the permissions, unless someone adopts it. */
export const ORPHANED_KEY_DAYS = 14

/** Why a key's owner may no longer use it. */
export const OWNER_LOSSES = ['deleted', 'inactive', 'demoted'] as const
export type OwnerLoss = (typeof OWNER_LOSSES)[number]

/**
 * Whether the key is refused at once, as its owner's sessions are. A demoted owner's key works for fourteen more days.
 */
export const stopsAtOnce = (loss: OwnerLoss): boolean => loss !== 'demoted'

/**
 * The owner of a key: its maker, or the user who adopted it. `clients` is undefined for internal users, who have all.
 */
export type KeyOwner = {
  readonly isActive: boolean
  readonly permissions: PermissionTree
  readonly clients: readonly string[] | undefined
}

type KeyNeeds = { readonly clients: readonly string[]; readonly feeds: readonly KeyFeed[] }

/**
 * Why the owner no longer holds what the key needs: they were deleted, locked or deactivated, or have another role or
 * other clients; undefined if they still do. Ignores what a client withholds from all of its users for a time.
 */
export function findOwnerLoss(key: KeyNeeds, owner: KeyOwner | undefined): OwnerLoss | undefined {
  if (!owner) return 'deleted'
  if (!owner.isActive) return 'inactive'
  const isOfClients = !owner.clients || key.clients.every((client) => owner.clients?.includes(client))
  const holdsFeeds = key.feeds.every((feed) => holdsRight(owner.permissions, feed, 'Edit'))
  return isOfClients && holdsFeeds ? undefined : 'demoted'
}

/** Completes a sentence that begins with the owner's name. */
export const LOSS_TEXTS: Readonly<Record<OwnerLoss, string>> = {
  deleted: 'was deleted',
  inactive: 'is locked or not active',
  demoted: 'no longer has the access the key needs',
}

/** The moment from which a key is refused, if its owner was lost at `lostAt` and it does not stop at once. */
export function suspendedFrom(lostAt: Date): Date {
  return new Date(lostAt.getTime() + ORPHANED_KEY_DAYS * 86_400_000)
}

/** Whether to warn administrators again: once per day in the operator's time zone, until the key is suspended. */
export function isWarningDue(key: { lostAt: Date; warnedAt: Date | null }, now: Date): boolean {
  const lastWarning = addDays(dayOf(key.lostAt), ORPHANED_KEY_DAYS)
  if (!key.warnedAt) return true
  const warned = dayOf(key.warnedAt)
  return warned < dayOf(now) && warned < lastWarning
}
