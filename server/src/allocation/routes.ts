import { allocation } from '@despatch/contract/allocation/allocation'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const allocationRoutes = bind(allocation, {
  decision: notYet,
  exceptions: notYet,
  allocateAgain: notYet,
  ruleBook: notYet,
  versions: notYet,
  version: notYet,
  bringBack: notYet,
  findings: notYet,
  startWhatIf: notYet,
  whatIf: notYet,
  cancelWhatIf: notYet,
  whatIfMoves: notYet,
  whatIfMove: notYet,
})
