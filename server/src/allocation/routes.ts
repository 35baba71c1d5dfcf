import { allocation } from '@despatch/contract/allocation/allocation'
import { bind } from '../app/bind.ts'
import { allocateAgain } from './allocate-again.ts'
import { decision } from './decision.ts'
import { exceptions } from './exceptions.ts'
import { bringBack } from './rule-book-bring-back.ts'
import { ruleBook, ruleBookFindings } from './rule-book-findings.ts'
import { ruleBookVersion } from './rule-book-version.ts'
import { ruleBookVersions } from './rule-book-versions.ts'
import { cancelWhatIf } from './what-if-cancel.ts'
import { whatIfMove } from './what-if-move.ts'
import { whatIfMoves } from './what-if-moves.ts'
import { whatIf } from './what-if-read.ts'
import { startWhatIf } from './what-if-start.ts'

export const allocationRoutes = bind(allocation, {
  decision,
  exceptions,
  allocateAgain,
  ruleBook,
  versions: ruleBookVersions,
  version: ruleBookVersion,
  bringBack,
  findings: ruleBookFindings,
  startWhatIf,
  whatIf,
  cancelWhatIf,
  whatIfMoves,
  whatIfMove,
})
