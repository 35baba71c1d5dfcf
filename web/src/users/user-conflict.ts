import { USER_LABELS, type UserValues } from './user-values.ts'

export type ConflictField = keyof typeof USER_LABELS
const FIELDS = Object.keys(USER_LABELS).filter((field) => field !== 'resetSecondFactor') as ConflictField[]
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * A user whom somebody else has changed while one was typing, field by field: `taken` are the fields that only the other
 * changed, which can be taken over as they are; of `both` one has to be chosen. `base` is the user as the form began;
 * where the form goes on with a draft of an older version, it is not known who changed what, and all that differs is
 * to be chosen of.
 */
export function conflictOf(given: { base: UserValues; mine: UserValues; theirs: UserValues }): {
  taken: ConflictField[]
  both: ConflictField[]
} {
  const { base, mine, theirs } = given
  const isOlder = mine.version !== base.version
  const changedByMe = (field: ConflictField) => !isSame(mine[field], base[field])
  const changedByThem = (field: ConflictField) => isOlder || !isSame(theirs[field], base[field])
  const differing = FIELDS.filter((field) => !isSame(mine[field], theirs[field]) && changedByThem(field))
  return { taken: differing.filter((field) => !changedByMe(field)), both: differing.filter(changedByMe) }
}
