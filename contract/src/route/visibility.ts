import { VISIBILITY_KEYS, type VisibilityKey } from '@despatch/domain/administration/clients/visibility'
import { z } from 'zod'

const isShown = z.boolean('Either true or false')

export const visibility = z.strictObject(
  Object.fromEntries(VISIBILITY_KEYS.map((key) => [key, isShown])) as Record<VisibilityKey, typeof isShown>,
)
