import type { Fault } from './fault.ts'
import { FAULTS_OF_ORDER } from './faults-of-order.ts'
import { FAULTS_OF_ROWS } from './faults-of-rows.ts'
import { FAULTS_OF_SUMS } from './faults-of-sums.ts'

export const FAULTS: readonly Fault[] = [...FAULTS_OF_ROWS, ...FAULTS_OF_ORDER, ...FAULTS_OF_SUMS]
