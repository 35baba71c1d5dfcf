import { exportsRoom } from '@despatch/contract/route/exports'
import type { HomeCount } from '../figures/home-count.ts'
import { listExports } from './exports.ts'

/** Counts for Home: the caller's failed files that were not exported again. */
export const exportCounts: readonly HomeCount[] = [
  {
    name: 'exports-failed',
    route: exportsRoom.list,
    count: async (context) => ({ count: (await listExports(context)).filter(({ isFailed }) => isFailed).length }),
  },
]
