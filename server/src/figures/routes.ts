import { home } from '@despatch/contract/route/home'
import { type Bound, bind } from '../http/bind.ts'
import { firstSteps } from './first-steps.ts'
import { counts } from './home-counts.ts'

/** The calls of Home. */
export const homeRoutes: Bound[] = bind(home, { counts, firstSteps })
