import { exportsRoom } from '@despatch/contract/route/exports'
import type { HomeCount } from '../figures/home-count.ts'
import { listExports } from './exports.ts'

/** What waits of files: those of the caller that failed and were not asked for again. */
export const exportCounts: readonly HomeCount[] = [
  {
    name: 'exports-failed',
    route: exportsRoom.list,
    count: async (context) => ({ count: (await listExports(context)).filter(({ isFailed }) => isFailed).length }),
  },
]
