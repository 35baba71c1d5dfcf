import type { AnnouncedReturn, Review } from '@despatch/domain/returns/portal/announced-return'
import type { Exchange } from '@despatch/domain/returns/portal/exchange'
import { GOODS_STATES, type GoodsState, type ReturnQuantities } from '@despatch/domain/returns/life/return-states'
import type { Resolution, ReturnAnswer } from '@despatch/domain/returns/rules/returns-book'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** The pieces of a line, a column for each state, as the table has them. */
export type PiecesRow = Record<GoodsState, number> & {
  refunded: number
  rejected: number
  extra: number
  replaced: number
}
/** The columns of it. */
export const PIECE_COLUMNS = [...GOODS_STATES, 'refunded', 'rejected', 'extra', 'replaced'] as const

type HeadRow = {
  return_reference: string
  order_number: string
  review: Review
  refund_due_on: string | null
  exchange_order: string
  exchange: Exchange
  version: number
}
type LineRow = PiecesRow & {
  return_reference: string
  line_number: number
  sku_code: string
  quantity: number
  resolution: Resolution
  answer: ReturnAnswer
  spare: number
}

export const piecesOfRow = (row: PiecesRow): ReturnQuantities => ({
  goods: Object.fromEntries(GOODS_STATES.map((state) => [state, row[state]])) as Record<GoodsState, number>,
  money: { refunded: row.refunded, rejected: row.rejected },
  extra: row.extra,
  replaced: row.replaced,
})
export const rowOfPieces = ({ goods, money, extra, replaced }: ReturnQuantities): PiecesRow => ({
  ...goods,
  ...money,
  extra,
  replaced,
})

/** Of announced lines `a`: pieces that may not be announced again, as `returnedPieces` says. */
export const RETURNED = sql<number>`greatest(a.quantity + a.extra - a.withdrawn - a.expired - a.refused, a.refunded)`

/** Of lines `l`: pieces of a SKU that returns of the order have which announced neither it nor a kit that it is a box of. */
const unannouncedOf = (pieces: 'quantity' | 'refunded', sku: RawBuilder<unknown>) => sql`coalesce((
  select sum(r.${sql.ref(pieces)})::int from return_lines r
  where r.client_code = l.client_code and r.order_number = l.order_number and r.sku_code = ${sku} and not exists (
    select from announced_lines a
    where a.client_code = r.client_code and a.return_reference = r.return_reference and a.order_number = r.order_number
      and (a.sku_code = r.sku_code or exists (
        select from sku_components c
        where c.client_code = a.client_code and c.sku_code = a.sku_code and c.component_code = r.sku_code
      ))
  )
), 0)`

/**
 * Of lines `l` of orders or returns: pieces of the SKU, of any line, that returns of the order have which nobody announced; of a kit
 * those of which a box came back too. Boxes count first for the lines that they have of their own.
 */
export const unannounced = (pieces: 'quantity' | 'refunded') => sql<number>`(
  ${unannouncedOf(pieces, sql`l.sku_code`)} + coalesce((
    select max(ceil(greatest(0, ${unannouncedOf(pieces, sql`x.component_code`)} - coalesce((
      select sum(o.quantity) from order_lines o
      where o.client_code = l.client_code and o.order_number = l.order_number and o.sku_code = x.component_code
    ), 0)) / x.quantity::numeric))
    from sku_components x where x.client_code = l.client_code and x.sku_code = l.sku_code
  ), 0)
)::int`

/**
 * Of lines `l`: pieces that were bought with the line and are in no return that is counted. What came back unannounced is taken
 * from the lines of the SKU, in their order, as far as nothing was announced of them.
 */
const piecesLeft = (isCounted: RawBuilder<unknown>, otherwise: RawBuilder<number>) => sql<number>`coalesce((
  select b.quantity - coalesce((
    select sum(${RETURNED}) from announced_lines a
    where a.client_code = l.client_code and a.order_number = l.order_number and a.sku_code = l.sku_code
      and a.line_number = l.line_number ${isCounted}
  ), 0)::int - least(b.room, greatest(${unannounced('quantity')} - b.before, 0))
  from (
    select line_number, quantity, room, sum(room) over (order by line_number)::int - room as before from (
      select o.line_number, o.quantity, greatest(o.quantity - coalesce((
        select sum(a.quantity - a.withdrawn - a.expired - a.refused)::int from announced_lines a
        where a.client_code = o.client_code and a.order_number = o.order_number and a.sku_code = o.sku_code
          and a.line_number = o.line_number
      ), 0), 0) as room
      from order_lines o
      where o.client_code = l.client_code and o.order_number = l.order_number and o.sku_code = l.sku_code
    ) o
  ) b where b.line_number = l.line_number
), ${otherwise})`

/** Of announced lines `l`: pieces that were bought with the line and are in no other return. */
export const SPARE = piecesLeft(sql`and a.return_reference <> l.return_reference`, sql`l.quantity + l.extra`)

/** Of lines `l` of an order: pieces that are in no return. */
export const NOT_RETURNED = piecesLeft(sql``, sql`l.quantity`)

/** Returns by their references as they are kept, in this order, held until the transaction ends; those that are not there are left out. */
export async function holdReturns(
  transaction: Transaction,
  client: string,
  references: readonly string[],
): Promise<AnnouncedReturn[]> {
  const heads = await transaction.write(
    sql<HeadRow>`
      select return_reference, order_number, review, refund_due_on::text, exchange_order, exchange, version from announced_returns
      where client_code = ${client} and return_reference = any (${references}::text[])
      order by return_reference for no key update`.compile(db),
  )
  if (heads.length === 0) return []
  const lines = await transaction.rows(
    db
      .selectFrom('announced_lines as l')
      .select(['return_reference', 'line_number', 'sku_code', 'quantity', 'resolution', 'answer'])
      .select(PIECE_COLUMNS)
      .select(SPARE.as('spare'))
      .where('client_code', '=', client)
      .where(
        'return_reference',
        'in',
        heads.map((head) => head.return_reference),
      )
      .orderBy('return_reference')
      .orderBy('line_number'),
  )
  const linesOf = Map.groupBy(lines as LineRow[], (line) => line.return_reference)
  return heads.map((head) => ({
    reference: head.return_reference,
    orderNumber: head.order_number,
    review: head.review,
    refundDueOn: head.refund_due_on,
    exchangeOrder: head.exchange_order,
    exchange: head.exchange,
    version: head.version,
    lines: (linesOf.get(head.return_reference) ?? []).map((line) => ({
      lineNumber: line.line_number,
      sku: line.sku_code,
      quantity: line.quantity,
      resolution: line.resolution,
      answer: line.answer,
      pieces: piecesOfRow(line),
      spare: line.spare,
    })),
  }))
}
