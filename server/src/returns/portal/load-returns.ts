import type { AnnouncedReturn, Review } from '@despatch/domain/returns/portal/announced-return'
import type { Exchange } from '@despatch/domain/returns/portal/exchange'
import { GOODS_STATES, type GoodsState, type ReturnQuantities } from '@despatch/domain/returns/life/return-states'
import type { Resolution, ReturnAnswer } from '@despatch/domain/returns/rules/returns-book'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { loadOvershippedPieces } from './sent-lines.ts'

/** Pieces of a line, a column for each state. */
export type PiecesRow = Record<GoodsState, number> & {
  refunded: number
  rejected: number
  extra: number
  replaced: number
}
/** Columns of {@link PiecesRow}. */
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
  left: [spare: number, paid: number]
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

/** For announced lines `a`: pieces that cannot be announced again, like `returnedPieces`. */
export const RETURNED = sql<number>`greatest(a.quantity + a.extra - a.withdrawn - a.expired - a.refused, a.refunded)`

/** Whether the SKU of announced lines `a` is a kit with the SKU of returned lines `r` as a box. */
const IS_BOX_OF_ANNOUNCED = sql`exists (
  select from sku_components c
  where c.client_code = a.client_code and c.sku_code = a.sku_code and c.component_code = r.sku_code
)`

/** Announced lines `a` of the same return and order as returned lines `r`. */
const ANNOUNCED_WITH = sql`announced_lines a
  where a.client_code = r.client_code and a.return_reference = r.return_reference and a.order_number = r.order_number`

/** Pieces of the SKU of returned lines `r` in one kit. */
const inKit = (kit: RawBuilder<unknown>) => sql`(
  select c.quantity from sku_components c
  where c.client_code = r.client_code and c.sku_code = ${kit} and c.component_code = r.sku_code
)`

/** For returned lines `r`: pieces in kits that came unannounced with the same return. `pieces` is the count of kits `k`. */
const inKitsBeside = (pieces: RawBuilder<unknown>) => sql`coalesce((
  select sum(${pieces} * ${inKit(sql`k.sku_code`)}) from return_lines k
  where k.client_code = r.client_code and k.order_number = r.order_number and k.return_reference = r.return_reference
    and not exists (select from ${ANNOUNCED_WITH} and a.sku_code = k.sku_code)
), 0)`

/**
 * For lines `l`: pieces of a SKU in returns of the order that did not announce it. Boxes of a kit in the same return
 * belong to the kit; for an announced kit, as many as its returned kits contain.
 */
const unannouncedPieces = (sku: RawBuilder<unknown>, isCounted: RawBuilder<unknown>) => sql`coalesce((
  select sum(greatest(0, r.quantity - ${inKitsBeside(sql`k.quantity`)} - coalesce((
    select sum(${RETURNED} * ${inKit(sql`a.sku_code`)}) from ${ANNOUNCED_WITH}
  ), 0)))::int
  from return_lines r
  where r.client_code = l.client_code and r.order_number = l.order_number and r.sku_code = ${sku} ${isCounted}
    and not exists (select from ${ANNOUNCED_WITH} and a.sku_code = r.sku_code)
), 0)`

/** For lines `l`: pieces of a SKU refunded in returns of the order that announced neither it nor a kit with it as a box. */
const unannouncedRefunds = (sku: RawBuilder<unknown>) => sql`coalesce((
  select sum(greatest(0, r.refunded - ${inKitsBeside(sql`k.refunded`)}))::int from return_lines r
  where r.client_code = l.client_code and r.order_number = l.order_number and r.sku_code = ${sku}
    and not exists (select from ${ANNOUNCED_WITH} and (a.sku_code = r.sku_code or ${IS_BOX_OF_ANNOUNCED}))
), 0)`

/** For lines `l`: pieces of a SKU on order lines of its own that were not announced. */
const ownUnannounced = (sku: RawBuilder<unknown>) => sql`greatest(0, coalesce((
  select sum(o.quantity) from order_lines o
  where o.client_code = l.client_code and o.order_number = l.order_number and o.sku_code = ${sku}
), 0) - coalesce((
  select sum(${RETURNED}) from announced_lines a
  where a.client_code = l.client_code and a.order_number = l.order_number and a.sku_code = ${sku}
), 0))`

/** The first line of a SKU in the order of lines `l`. */
const firstLine = (sku: RawBuilder<unknown>) => sql`(
  select min(f.line_number) from order_lines f
  where f.client_code = l.client_code and f.order_number = l.order_number and f.sku_code = ${sku}
)`

/** For lines `l` of a kit: pieces of a box in kits on earlier lines of the order, without announced kits. */
const inEarlierKits = (box: RawBuilder<unknown>) => sql`coalesce((
  select sum(greatest(0, e.quantity - coalesce((
    select sum(${RETURNED}) from announced_lines a
    where a.client_code = e.client_code and a.order_number = e.order_number and a.line_number = e.line_number
      and a.sku_code = e.sku_code
  ), 0)) * (
    select c.quantity from sku_components c
    where c.client_code = e.client_code and c.sku_code = e.sku_code and c.component_code = ${box}
  ))
  from order_lines e
  where e.client_code = l.client_code and e.order_number = l.order_number
    and ${firstLine(sql`e.sku_code`)} < ${firstLine(sql`l.sku_code`)}
), 0)`

/**
 * Pieces of the SKU of lines `l` by `ofSku`, plus kits that have a box among them. Boxes count first towards order
 * lines of their own, then towards kits in line order.
 */
const withBoxes = (ofSku: (sku: RawBuilder<unknown>) => RawBuilder<unknown>) => sql<number>`(
  ${ofSku(sql`l.sku_code`)} + coalesce((
    select max(ceil(greatest(
      0, ${ofSku(sql`x.component_code`)} - ${ownUnannounced(sql`x.component_code`)} - ${inEarlierKits(sql`x.component_code`)}
    ) / x.quantity::numeric))
    from sku_components x where x.client_code = l.client_code and x.sku_code = l.sku_code
  ), 0)
)::int`

/**
 * For lines `l` of orders or returns: pieces of the SKU, on any line, that came back unannounced; for a kit, also kits
 * with a box that came back.
 */
export const returnedUnannounced = (isCounted: RawBuilder<unknown> = sql``) =>
  withBoxes((sku) => unannouncedPieces(sku, isCounted))

/** Like {@link returnedUnannounced}, for refunded pieces. */
export const REFUNDED_UNANNOUNCED = withBoxes(unannouncedRefunds)

/** For lines `l`: the sum of `pieces` over announced lines `a` of the same order line. */
const announcedOfLine = (pieces: RawBuilder<unknown>) => sql`coalesce((
  select sum(${pieces}) from announced_lines a
  where a.client_code = l.client_code and a.order_number = l.order_number and a.sku_code = l.sku_code
    and a.line_number = l.line_number
), 0)::int`

/**
 * For lines `l`: `value`, an expression on `b.bought`, the pieces bought with the line minus unannounced returns. Those
 * are deducted from the lines of the SKU in line order, as far as nothing was announced of them.
 */
const ofBought = <Value>(value: RawBuilder<unknown>, otherwise: RawBuilder<unknown>, isCounted?: RawBuilder<unknown>) =>
  sql<Value>`coalesce((
  select ${value} from (
    select quantity - least(room, greatest(${returnedUnannounced(isCounted)} - before, 0)) as bought from (
      select line_number, quantity, room, sum(room) over (order by line_number)::int - room as before from (
        select o.line_number, o.quantity, greatest(o.quantity - coalesce((
          select sum(a.quantity - a.withdrawn - a.expired - a.refused)::int from announced_lines a
          where a.client_code = o.client_code and a.order_number = o.order_number and a.sku_code = o.sku_code
            and a.line_number = o.line_number
        ), 0), 0) as room
        from order_lines o
        where o.client_code = l.client_code and o.order_number = l.order_number and o.sku_code = l.sku_code
      ) o
    ) o where line_number = l.line_number
  ) b
), ${otherwise})`

/** For announced lines `a`: pieces refunded or replaced. */
const REFUNDED_OR_REPLACED = sql`(a.refunded + a.replaced)`

/** For announced lines `a` and `l` of two returns: whether `a` was announced first. */
const IS_EARLIER = sql`(
  select (e.announced_at, e.return_reference) < (n.announced_at, n.return_reference) from announced_returns e, announced_returns n
  where e.client_code = a.client_code and e.return_reference = a.return_reference
    and n.client_code = l.client_code and n.return_reference = l.return_reference
)`

/** For announced lines `l`: an array of `spare` and `paid`, as in {@link AnnouncedReturn}'s lines. */
export const PIECES_LEFT = ofBought<number[]>(
  sql`array[
    b.bought - ${announcedOfLine(sql`case when a.return_reference <> l.return_reference then ${RETURNED} else 0 end`)},
    b.bought - ${announcedOfLine(sql`case
      when a.return_reference = l.return_reference then 0
      when ${IS_EARLIER} then greatest(a.quantity - a.withdrawn - a.expired - a.refused, ${REFUNDED_OR_REPLACED})
      else ${REFUNDED_OR_REPLACED}
    end`)}
  ]`,
  sql`array[l.quantity + l.extra, l.quantity + l.extra]`,
  sql`and r.return_reference <> l.return_reference`,
)

/** For lines `l` of an order: pieces that are in no return. */
export const NOT_RETURNED = ofBought<number>(sql`b.bought - ${announcedOfLine(RETURNED)}`, sql`l.quantity`)

/**
 * Locks returns until the transaction ends, and loads them, in the order of their references. Unknown references are
 * left out.
 */
export async function lockReturns(
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
      .select(PIECES_LEFT.as('left'))
      .where('client_code', '=', client)
      .where(
        'return_reference',
        'in',
        heads.map((head) => head.return_reference),
      )
      .orderBy('return_reference')
      .orderBy('line_number'),
  )
  const overshippedOf = await loadOvershippedPieces(
    transaction,
    client,
    heads.map((head) => head.order_number),
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
      spare: line.left[0],
      paid: line.left[1],
      overshipped: overshippedOf(head.order_number, line.line_number),
    })),
  }))
}
