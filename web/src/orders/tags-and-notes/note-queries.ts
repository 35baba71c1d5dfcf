import { orders } from '@despatch/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { type OrderOf, type Selection, selectionBody } from '../commands/work-order-queries.ts'

/** The tags that orders of the clients one works for have. */
export const tagsInUse = queryOptions({
  queryKey: ['orders', 'tags'],
  queryFn: ({ signal }) => call(orders.tagNames, { body: {} }, { signal }).then(({ tags }) => tags),
  staleTime: 60_000,
})

/** Who can be mentioned, or have orders assigned: of a client, or of those that one works for. */
export const colleaguesToChoose = (client?: string) =>
  queryOptions({
    queryKey: ['order-colleagues', client],
    queryFn: ({ signal }) => call(orders.colleagues, {}, { signal, client }).then((answer) => answer.colleagues),
    staleTime: 300_000,
  })

/** The notes of an order, and who looks after it. */
export const notesOf = ({ orderNumber, clientCode }: OrderOf) =>
  queryOptions({
    queryKey: ['orders', 'notes', clientCode, orderNumber],
    queryFn: ({ signal }) => call(orders.notes, { body: { orderNumber } }, { signal, client: clientCode }),
  })

/** What was noted shows in lists, counts, timelines and orders. */
const ordersChanged = () =>
  Promise.all([['orders'], ['enquiries'], ['timeline']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

type Tags = { readonly add: readonly string[]; readonly remove: readonly string[] }

export async function tagOrders(selection: Selection, { add, remove }: Tags, client?: string) {
  const body = { ...selectionBody(selection), add: [...add], remove: [...remove] }
  const { message } = await call(orders.tag, { body }, { client })
  void ordersChanged()
  return message
}

export async function assignOrders(selection: Selection, userId: string | null, client?: string) {
  const { message } = await call(
    orders.assign,
    { body: { ...selectionBody(selection), userId: userId ?? '' } },
    { client },
  )
  void ordersChanged()
  return message
}

export async function addNote(
  { orderNumber, clientCode }: OrderOf,
  note: { readonly note: string; readonly isInternal: boolean },
  idempotencyKey: string,
) {
  await call(orders.addNote, { body: { orderNumber, ...note } }, { client: clientCode, idempotencyKey })
  void ordersChanged()
}

export async function deleteNote({ orderNumber, clientCode }: OrderOf, noteId: string) {
  await call(orders.deleteNote, { body: { orderNumber, noteId } }, { client: clientCode })
  void ordersChanged()
}
