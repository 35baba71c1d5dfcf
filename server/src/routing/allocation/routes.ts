import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { bind } from '../../http/bind.ts'
import { allocateAgain } from './allocate-again.ts'
import { carrierChoices, chooseCarrier } from './choose-carrier.ts'
import { decision } from './decision.ts'
import { rateAgain, ratePreview } from './rate-again.ts'
import { exceptionCauses } from '../exceptions-and-history/exception-causes.ts'
import { exceptions } from '../exceptions-and-history/exceptions.ts'
import { passedOver, passedOverOrders } from '../exceptions-and-history/passed-over.ts'
import { bringBack } from '../rule-book/rule-book-bring-back.ts'
import { ruleBook, ruleBookFindings } from '../rule-book/rule-book-findings.ts'
import { ruleBookVersion } from '../rule-book/rule-book-version.ts'
import { ruleBookVersions } from '../rule-book/rule-book-versions.ts'
import { cancelWhatIf } from '../what-if/what-if-cancel.ts'
import { whatIfMove } from '../what-if/what-if-move.ts'
import { whatIfMoves } from '../what-if/what-if-moves.ts'
import { whatIf } from '../what-if/what-if-read.ts'
import { startWhatIf } from '../what-if/what-if-start.ts'

export const allocationRoutes = bind(allocation, {
  decision,
  carrierChoices,
  chooseCarrier,
  passedOver,
  passedOverOrders,
  ratePreview,
  rateAgain,
  exceptions,
  exceptionCauses,
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
