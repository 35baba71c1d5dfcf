import { exportsRoom } from '@despatch/contract/route/exports'
import { type Bound, bind } from '../http/bind.ts'
import { again, cancel, file, list } from './export-calls.ts'

/** The calls on the caller's files of all reports. */
export const exportRoutes: Bound[] = bind(exportsRoom, { list, again, cancel, file })
