import { invoices } from '@despatch/contract/invoices/invoices'
import { bind } from '../http/bind.ts'
import { listCauses } from './causes/list-causes.ts'
import { acceptMatched, preflightAcceptMatched } from './accept-and-reject/accept-matched.ts'
import { decideDetails, decideParcels, undoDetails, undoParcels } from './accept-and-reject/decide-rows.ts'
import { decideSummary } from './accept-and-reject/decide-summary.ts'
import { explainInvoice } from './accept-and-reject/explain-invoice.ts'
import { listReceipts, undoDecision } from './accept-and-reject/receipts.ts'
import { removeDetails, removeParcels, removeSummaries } from './accept-and-reject/remove.ts'
import { sayCurrency } from './accept-and-reject/say-currency.ts'
import { actOnDisputes } from './disputes/act-on-disputes.ts'
import { listCredits } from './disputes/list-credits.ts'
import { listDisputes, readAgeing } from './disputes/list-disputes.ts'
import { makePack } from './disputes/make-pack.ts'
import { preflightRejection } from './disputes/preflight-rejection.ts'
import { listDisputedRows, readDispute } from './disputes/read-dispute.ts'
import { settleCredit } from './disputes/settle-credit.ts'
import { takeBackCredit } from './disputes/take-back-credit.ts'
import { cancelImport, importInvoices } from './import/import-invoices.ts'
import { listImports } from './import/list-imports.ts'
import { listLayouts, previewFile, saveLayout } from './column-mapping/layouts.ts'
import { listCarriers } from './details/list-carriers.ts'
import { findCandidates } from './matching/match-candidates.ts'
import { matchByHand, previewMatch, undoMatch } from './matching/match-by-hand.ts'
import { listParcelCharges } from './details/parcel-charges.ts'
import { exportDetails, listDetails, listParcels } from './details/list-rows.ts'
import { listSummaries } from './details/list-summaries.ts'
import { readProof } from './details/read-proof.ts'
import { readWhy } from './details/read-why.ts'
import { listPostingLines, listPostings } from './postings/list-postings.ts'
import { postInvoices, preflightPosting } from './postings/post-invoices.ts'
import { reversePosting } from './postings/reverse-posting.ts'
import { listMissingParcels } from './still-to-be-billed/list-missing-parcels.ts'
import { listRequired } from './still-to-be-billed/list-required.ts'
import { judgeInvoiceAgain } from './judging/judge-invoice.ts'
import { listDifferences } from './comparisons/list-differences.ts'
import { listFoundDifferences, reviewDifferences } from './comparisons/review-differences.ts'
import { exportRows } from './statements/export-rows.ts'
import { readStatement } from './statements/read-statement.ts'
import {
  listAccounts,
  listAgreed,
  listDisputeTerms,
  listLedgerAccounts,
  listTolerances,
  listRates,
  removeAccount,
  removeAgreed,
  removeDisputeTerms,
  removeDivisor,
  removeLedgerAccount,
  removeRate,
  removeServiceName,
  removeTolerance,
  saveAccount,
  saveAgreed,
  saveDisputeTerms,
  saveDivisor,
  saveLedgerAccount,
  saveRate,
  saveServiceName,
  saveTolerance,
} from './settings/settings.ts'
import { listZones, removeZone, saveZone } from './settings/zones.ts'

export const invoiceRoutes = bind(invoices, {
  carriers: listCarriers,
  summary: listSummaries,
  required: listRequired,
  requiredParcels: listMissingParcels,
  details: listDetails,
  parcels: listParcels,
  detailsExport: exportDetails,
  proof: readProof,
  why: readWhy,
  decideSummary,
  decideDetails,
  decideParcels,
  undoDetails,
  undoParcels,
  removeSummary: removeSummaries,
  removeDetails,
  removeParcels,
  explain: explainInvoice,
  sayCurrency,
  preflight: preflightAcceptMatched,
  acceptMatched,
  receipts: listReceipts,
  undo: undoDecision,
  import: importInvoices,
  imports: listImports,
  cancelImport,
  layouts: listLayouts,
  preview: previewFile,
  saveLayout,
  parcelCharges: listParcelCharges,
  matchCandidates: findCandidates,
  matchPreview: previewMatch,
  match: matchByHand,
  unmatch: undoMatch,
  judgeAgain: judgeInvoiceAgain,
  differences: listDifferences,
  foundDifferences: listFoundDifferences,
  reviewDifferences,
  tolerances: listTolerances,
  saveTolerance,
  removeTolerance,
  agreed: listAgreed,
  saveAgreed,
  removeAgreed,
  saveDivisor,
  removeDivisor,
  zones: listZones,
  saveZone,
  removeZone,
  rates: listRates,
  saveRate,
  removeRate,
  saveServiceName,
  removeServiceName,
  accounts: listAccounts,
  saveAccount,
  removeAccount,
  ledgerAccounts: listLedgerAccounts,
  saveLedgerAccount,
  removeLedgerAccount,
  disputes: listDisputes,
  disputeAgeing: readAgeing,
  dispute: readDispute,
  disputeRows: listDisputedRows,
  disputePack: makePack,
  actOnDisputes,
  credits: listCredits,
  settleCredit,
  takeBackCredit,
  rejection: preflightRejection,
  disputeTerms: listDisputeTerms,
  saveDisputeTerms,
  removeDisputeTerms,
  postings: listPostings,
  postingLines: listPostingLines,
  post: postInvoices,
  preflightPosting,
  reversePosting,
  statement: readStatement,
  exportRows,
  causes: listCauses,
})
