import { claims } from '@despatch/contract/claims/claims'
import { bind } from '../http/bind.ts'
import { actOnClaims, noteMessage } from './preparation/act-on-claims.ts'
import { readClaimFigures } from './preparation/claim-figures.ts'
import { packSubmission } from './preparation/pack-submission.ts'
import { prepareClaims } from './preparation/prepare-claims.ts'
import { listClaims, readClaim } from './preparation/read-claims.ts'
import { addClaimFiles, readClaimFile, removeClaimFile } from './evidence/claim-files.ts'
import { judgeClaimOfParcel } from './search/claim-of-parcel.ts'
import { listClaimable } from './search/list-claimable.ts'
import { searchBranch, searchClaims } from './search/search-claims.ts'
import { listTerms, removeTerms, saveTerms } from './terms/terms.ts'

export const claimsRoutes = bind(claims, {
  searchBranch,
  search: searchClaims,
  claimable: listClaimable,
  parcel: judgeClaimOfParcel,
  terms: listTerms,
  saveTerms,
  removeTerms,
  prepare: prepareClaims,
  list: listClaims,
  claim: readClaim,
  act: actOnClaims,
  message: noteMessage,
  pack: packSubmission,
  figures: readClaimFigures,
  addFiles: addClaimFiles,
  file: readClaimFile,
  removeFile: removeClaimFile,
})
