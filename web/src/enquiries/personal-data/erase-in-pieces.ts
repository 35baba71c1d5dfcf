import { personalData } from '@despatch/contract/enquiries/personal-data/personal-data'
import type { RouteAnswer, RouteInput } from '@despatch/contract/route/types'
import { MAX_ORDERS_ERASED, orderCountText } from '@despatch/domain/enquiries/personal-data/person-records'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import type { OrderKey } from './order-key.ts'

type Preview = RouteAnswer<typeof personalData.preview>
type Request = Omit<RouteInput<typeof personalData.erase>['body'], 'orders'>

function* piecesOf(orders: readonly OrderKey[]): Generator<OrderKey[]> {
  for (let from = 0; from < orders.length; from += MAX_ORDERS_ERASED) yield orders.slice(from, from + MAX_ORDERS_ERASED)
}

/** Previews the erasure of any number of orders. */
export async function previewErasure(orders: readonly OrderKey[], options: { signal: AbortSignal }): Promise<Preview> {
  const replaced = new Map<Preview['replaced'][number]['kind'], number>()
  const whole: Preview = { replaced: [], obstacles: [], alreadyErased: 0 }
  for (const piece of piecesOf(orders)) {
    const preview = await call(personalData.preview, { body: { orders: piece } }, options)
    for (const { kind, count } of preview.replaced) replaced.set(kind, (replaced.get(kind) ?? 0) + count)
    whole.obstacles.push(...preview.obstacles)
    whole.alreadyErased += preview.alreadyErased
  }
  return { ...whole, replaced: [...replaced].map(([kind, count]) => ({ kind, count })) }
}

/**
 * Erases any number of orders, one transaction per piece; `onErased` receives the number erased so far. Returns the
 * message. If a piece is refused, earlier pieces stay erased, and the error says how many.
 */
export async function eraseInPieces(
  orders: readonly OrderKey[],
  request: Request,
  onErased: (orders: number) => void,
): Promise<string> {
  let erased = 0
  for (const piece of piecesOf(orders)) {
    const answer = await call(personalData.erase, { body: { ...request, orders: piece } }).catch((error: unknown) => {
      throw erased > 0 ? halfDone(error, { erased, left: orders.length - erased }) : error
    })
    if (piece.length === orders.length) return answer.message
    erased += piece.length
    onErased(erased)
  }
  return `Personal data erased from ${orderCountText(erased)}.`
}

const halfDone = (error: unknown, { erased, left }: { erased: number; left: number }) =>
  new ApiError(error instanceof ApiError ? error.status : 0, {
    message: `${orderCountText(erased)} ${erased === 1 ? 'is' : 'are'} erased, ${formatLeft(left)}. ${messageOf(error)}`,
  })
const formatLeft = (left: number) => (left === 1 ? 'the last one is unchanged' : `the other ${left} are unchanged`)
