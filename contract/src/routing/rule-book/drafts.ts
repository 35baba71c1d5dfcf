import { z } from 'zod'
import { amendedCapacity } from '../capacity/capacity.ts'
import { amendedCarrierStatus } from '../active-dates/carriers.ts'
import { amendedFixedRoutes, newFixedRoutes, removedFixedRoutes } from '../fixed-routing/fixed-route.ts'
import { multiBox } from '../multi-box-products/multi-box.ts'
import { parcelLimits } from '../parcel-limits/parcel-limits.ts'
import { amendedMatrix, amendedMethod, amendedSingle } from '../prices/prices.ts'
import { methodId } from './fields.ts'

const id = z.strictObject({ id: methodId })

/**
 * An unsaved change of a rule book: the body of the call that would save it, and the parameters that identify its
 * record.
 */
export const draft = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('carrier-status'), body: amendedCarrierStatus }),
  z.strictObject({ change: z.literal('capacity'), body: amendedCapacity }),
  z.strictObject({ change: z.literal('parcel-limits'), params: id, body: parcelLimits.update.body }),
  z.strictObject({ change: z.literal('packing'), body: parcelLimits.setPacking.body }),
  z.strictObject({ change: z.literal('single-costing'), params: id, body: amendedSingle }),
  z.strictObject({ change: z.literal('matrix-costing'), params: id, body: amendedMatrix }),
  z.strictObject({ change: z.literal('method'), params: id, body: amendedMethod }),
  z.strictObject({ change: z.literal('method-ended'), params: id }),
  z.strictObject({ change: z.literal('fixed-routes-added'), body: newFixedRoutes }),
  z.strictObject({ change: z.literal('fixed-routes-amended'), body: amendedFixedRoutes }),
  z.strictObject({ change: z.literal('fixed-routes-removed'), body: removedFixedRoutes }),
  z.strictObject({ change: z.literal('multi-box'), body: multiBox.update.body }),
])
export type Draft = z.infer<typeof draft>
export type DraftInput = z.input<typeof draft>
