import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { bind } from '../../http/bind.ts'
import { allocateAgain } from './allocate-again.ts'
import { listCarrierChoices, chooseCarrier } from './choose-carrier.ts'
import { readDecision } from './decision.ts'
import { rateAgain, previewRatings } from './rate-again/rate-again.ts'
import { listExceptionCauses } from '../exceptions-and-history/exception-causes.ts'
import { listExceptions } from '../exceptions-and-history/exceptions.ts'
import { listPassedOver, listPassedOverOrders } from '../exceptions-and-history/passed-over.ts'
import { bringBack } from '../rule-book/rule-book-bring-back.ts'
import { readRuleBook, listFindings } from '../rule-book/rule-book-findings.ts'
import { readRuleBookVersion } from '../rule-book/rule-book-version.ts'
import { listRuleBookVersions } from '../rule-book/rule-book-versions.ts'
import { cancelWhatIf } from '../what-if/what-if-cancel.ts'
import { readWhatIfMove } from '../what-if/what-if-move.ts'
import { listWhatIfMoves } from '../what-if/what-if-moves.ts'
import { readWhatIf } from '../what-if/what-if-read.ts'
import { startWhatIf } from '../what-if/what-if-start.ts'

export const allocationRoutes = bind(allocation, {
  decision: readDecision,
  carrierChoices: listCarrierChoices,
  chooseCarrier,
  passedOver: listPassedOver,
  passedOverOrders: listPassedOverOrders,
  ratePreview: previewRatings,
  rateAgain,
  exceptions: listExceptions,
  exceptionCauses: listExceptionCauses,
  allocateAgain,
  ruleBook: readRuleBook,
  versions: listRuleBookVersions,
  version: readRuleBookVersion,
  bringBack,
  findings: listFindings,
  startWhatIf,
  whatIf: readWhatIf,
  cancelWhatIf,
  whatIfMoves: listWhatIfMoves,
  whatIfMove: readWhatIfMove,
})
