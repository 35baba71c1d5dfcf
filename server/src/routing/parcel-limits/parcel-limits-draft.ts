import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteChecked } from '@despatch/contract/route/types'
import { type LimitType, NO_LIMITS, type ParcelLimits } from '@despatch/domain/routing/rule-book/rule-book'
import { cubicCentimetresOf, gramsOf } from '@despatch/domain/routing/allocation/units'
import { limitsOf } from '@despatch/domain/routing/parcel-limits/written-limits'
import type { BookDraft } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { loadMethod, methodName } from '../prices/method-in-force.ts'

type DraftContext = Pick<Context, 'transaction' | 'client'>
type MethodParams = { params: { id: string } }

/** Drafts a method's five limits. Throws an AppError (404) for an unknown method. */
export async function parcelLimitsDraft(
  context: DraftContext,
  { params, body }: MethodParams & Pick<RouteChecked<typeof routes.update>, 'body'>,
): Promise<BookDraft> {
  const values = new Map(body.parcelLimit.quantityLimit.map(({ type, MaxValue }) => [type, MaxValue]))
  const valueOf = (type: LimitType) => values.get(type) ?? null
  const limits = limitsOf({
    Length: valueOf('Length'),
    Volume: valueOf('Volume'),
    NumberOfParcels: valueOf('NumberOfParcels'),
    ParcelWeight: valueOf('ParcelWeight'),
    ConsignmentWeight: valueOf('ConsignmentWeight'),
  })
  return limitsDraft(context, { id: params.id, version: body.version, limits, what: 'Parcel limits' })
}

/** Drafts the removal of a method's limits. Throws an AppError (404) for an unknown method. */
export async function noLimitsDraft(
  context: DraftContext,
  { params, body }: MethodParams & { body: { version?: number | undefined } },
): Promise<BookDraft> {
  return limitsDraft(context, {
    id: params.id,
    version: body.version,
    limits: NO_LIMITS,
    what: 'Parcel limits cleared',
  })
}

async function limitsDraft(
  context: DraftContext,
  { id, version, limits, what }: { id: string; version: number | undefined; limits: ParcelLimits; what: string },
): Promise<BookDraft> {
  const method = await loadMethod(context, id)
  return {
    summary: `${what} of ${methodName(method)}`,
    changes: [{ kind: 'parcel-limits', key: id, content: limits }],
    known: [{ kind: 'parcel-limits', key: id, version }],
  }
}

/** Drafts the maximum weight and volume of a parcel packed from several units. */
export async function packingDraft(
  _context: DraftContext,
  { body: { packing, version } }: Pick<RouteChecked<typeof routes.setPacking>, 'body'>,
): Promise<BookDraft> {
  const content = { weight: gramsOf(packing.weight), volume: cubicCentimetresOf(packing.volume) }
  return {
    summary: 'Maximum packed parcel',
    changes: [{ kind: 'packing', key: '', content }],
    known: [{ kind: 'packing', key: '', version }],
  }
}
