import type { Draft } from '@despatch/contract/routing/rule-book/drafts'
import type { Context } from '../../http/context.ts'
import { capacityDraft } from '../capacity/capacity-draft.ts'
import { carrierStatusDraft } from '../active-dates/carrier-draft.ts'
import {
  fixedRoutesAddedDraft,
  fixedRoutesAmendedDraft,
  fixedRoutesRemovedDraft,
} from '../fixed-routing/fixed-route-drafts.ts'
import { multiBoxDraft } from '../multi-box-products/multi-box-draft.ts'
import { packingDraft, parcelLimitsDraft } from '../parcel-limits/parcel-limits-draft.ts'
import { matrixCostingDraft, methodDraft, methodEndedDraft, singleCostingDraft } from '../prices/price-drafts.ts'
import type { BookDraft } from './publish.ts'

/**
 * Turns a what-if's draft into changes with the function that saving it would use, so that only drafts that could be
 * saved are tried. Throws what that function throws.
 */
export async function toBookDraft(context: Context, draft: Draft): Promise<BookDraft> {
  switch (draft.change) {
    case 'carrier-status':
      return carrierStatusDraft(context, draft)
    case 'capacity':
      return capacityDraft(context, draft)
    case 'parcel-limits':
      return parcelLimitsDraft(context, draft)
    case 'packing':
      return packingDraft(context, draft)
    case 'single-costing':
      return singleCostingDraft(context, draft)
    case 'matrix-costing':
      return matrixCostingDraft(context, draft)
    case 'method':
      return methodDraft(context, draft)
    case 'method-ended':
      return methodEndedDraft(context, draft)
    case 'fixed-routes-added':
      return fixedRoutesAddedDraft(context, draft)
    case 'fixed-routes-amended':
      return fixedRoutesAmendedDraft(context, draft)
    case 'fixed-routes-removed':
      return fixedRoutesRemovedDraft(context, draft)
    case 'multi-box':
      return multiBoxDraft(context, draft)
  }
}
