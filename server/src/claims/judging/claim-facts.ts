import type { ClaimFacts } from '@despatch/domain/claims/what-can-be-claimed'
import { claimNumber } from '@despatch/domain/claims/claim'
import { isGivenUp } from '@despatch/domain/invoices/dispute'
import { convert } from '@despatch/domain/routing/terms/amounts'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { withClientsVisible } from '../../http/authentication/with-clients-visible.ts'
import { parcelName } from '../../invoices/parcel-accounts/accounts.ts'
import { type OpenAccount, openAccounts, sumOf } from '../../invoices/parcel-accounts/open-accounts.ts'
import { WHOLE } from '../../invoices/scope.ts'
import { RETURNED as RETURNED_PIECES } from '../../returns/portal/load-returns.ts'

export type ParcelKey = { readonly client_code: string; readonly tracking_number: string }

/** A parcel with the facts for judging its claim. */
export type ClaimParcel = ClaimFacts & {
  readonly client: string
  readonly trackingNumber: string
  readonly writtenAs: string
  readonly orderNumber: string
  readonly carrier: string
  readonly carrierName: string
  readonly carrierService: string
  readonly claimId: number | null
}

type Row = {
  client_code: string
  tracking_number: string
  written_as: string
  order_number: string
  carrier: string
  carrier_name: string
  carrier_service: string
  despatched_on: string
  promised_on: string
  last_event_on: string | null
  delivered_on: string | null
  state: string
  reason: string
  grams: number | null
  currency: string
  goods: number
  returned_on: string | null
  returned_goods: number
  claim_id: number | null
}

/** Reads the facts about parcels. Unknown parcels are left out. */
export async function readClaimParcels(transaction: Transaction, keys: readonly ParcelKey[]): Promise<ClaimParcel[]> {
  if (keys.length === 0) return []
  const rows = await transaction.rows(parcelFacts(keys).compile(db))
  const parcels = rows.map((row) => ({
    client: row.client_code,
    trackingNumber: row.tracking_number,
    orderNumber: row.order_number,
  }))
  const seen = [WHOLE, ...new Set(parcels.map(({ client }) => client))]
  const accounts = await withClientsVisible(transaction, seen, () => openAccounts(transaction, parcels))
  return rows.map((row, index) => {
    const parcel = parcels[index]
    return parcelOf(row, parcel && accounts.get(parcelName(parcel)))
  })
}

type Carriage = Pick<ClaimFacts, 'carriage' | 'isCarriageDisputed'>

/**
 * The billed carriage of a parcel less disputed and credited amounts, in the currency of its order; zero without an
 * exchange rate.
 */
function carriageOf(opened: OpenAccount | undefined, orderCurrency: string): Carriage {
  if (!opened) return { carriage: 0, isCarriageDisputed: false }
  const { account, consignment, currency, disputes, rules } = opened
  const isCarriageDisputed = disputes.some(({ state, isOfCarriage }) => isOfCarriage && !isGivenUp(state))
  const claimedBack = disputes.map(({ claimed, creditedElsewhere }) => claimed + creditedElsewhere)
  const paid = sumOf(account.billed.values()) - sumOf(claimedBack)
  const rate = rules.rateBetween(currency, orderCurrency, consignment.day)
  if (currency !== orderCurrency && rate === null) return { carriage: 0, isCarriageDisputed }
  return { carriage: convert(paid, rate, minorUnitOf(orderCurrency)), isCarriageDisputed }
}

/** The price of one piece of a SKU in the order of parcel `p`, averaged over its lines; null if it has none. */
const pieceValue = (sku: RawBuilder<string>) => sql`(
        select sum(total_value) / sum(quantity) as unit_value from (
          select total_value, quantity from order_lines l where l.client_code = p.client_code
            and l.order_number between p.order_number and p.order_number and l.sku_code = ${sku}
          order by l.order_number, line_number offset 0
        ) l
      )`

/**
 * The damaged returns from parcel `p`, at the value of the announced lines. A return names the order, so its pieces
 * are assigned to the order's parcels in turn, and none is claimed twice.
 */
const RETURNED = sql`
      left join lateral (
        select max(x.received_on) filter (where x.pieces > 0) as returned_on, round(sum(x.pieces * x.unit_value) * 10000) as goods
        from (
          select back.received_on, back.unit_value, greatest(0, least(own.pieces, back.pieces - earlier.pieces)) as pieces
          from (
            select rl.sku_code, sum(rl.quantity) as pieces, max(rl.received_on) as received_on,
              sum(coalesce(a.goods, rl.quantity * ${pieceValue(sql`rl.sku_code`)})) / nullif(sum(rl.quantity), 0) as unit_value
            from return_lines rl left join lateral (
              select sum(${RETURNED_PIECES} * l.total_value / l.quantity) as goods
              from announced_lines a join order_lines l on l.client_code = a.client_code
                and l.order_number between a.order_number and a.order_number and l.line_number = a.line_number
              where a.client_code = rl.client_code and a.return_reference between rl.return_reference and rl.return_reference
                and a.order_number = rl.order_number and a.sku_code = rl.sku_code
            ) a on true
            where rl.client_code = p.client_code and rl.order_number between p.order_number and p.order_number
              and rl.reason_code ~* 'damag' and rl.received_on is not null
            group by rl.sku_code
          ) back cross join lateral (
            select sum(pc.quantity) as pieces from parcel_contents pc where pc.client_code = p.client_code
              and pc.tracking_number = p.tracking_number and pc.sku_code = back.sku_code
          ) own cross join lateral (
            select coalesce(sum(pc.quantity), 0) as pieces
            from (
              select tracking_number from parcels s where s.client_code = p.client_code
                and s.order_number between p.order_number and p.order_number order by s.order_number offset 0
            ) s join parcel_contents pc on pc.client_code = p.client_code and pc.tracking_number = s.tracking_number
            where s.tracking_number < p.tracking_number and pc.sku_code = back.sku_code
          ) earlier
        ) x
      ) r on true`

/** Each parcel is looked up by its keys, whatever the planner knows: bench `claims`. */
const parcelFacts = (keys: readonly ParcelKey[]) => sql<Row>`
      select p.client_code, p.tracking_number, coalesce(p.written_as, p.tracking_number) as written_as, p.order_number, p.carrier,
        coalesce(c.content ->> 'name', p.carrier) as carrier_name, p.carrier_service,
        (p.despatched_at at time zone 'Europe/London')::date as despatched_on, coalesce(p.carrier_promised_date, p.promised_date) as promised_on,
        (p.state_at at time zone 'Europe/London')::date as last_event_on, p.delivered_on, p.state, p.reason,
        (p.weight * 1000)::int as grams, o.currency_code as currency,
        coalesce(g.goods, o.total_value_of_one, 0)::bigint as goods, r.returned_on, coalesce(r.goods, 0)::bigint as returned_goods,
        k.claim_id
      from unnest(${keys.map(({ client_code }) => client_code)}::text[],
        ${keys.map(({ tracking_number }) => tracking_number)}::text[]) as n (client_code, tracking_number)
      cross join lateral (
        select * from parcels where client_code = n.client_code and tracking_number = n.tracking_number offset 0
      ) p
      cross join lateral (
        select o.currency_code, case when (
            select count(*) from (select from parcels s where s.client_code = o.client_code
              and s.order_number between o.order_number and o.order_number limit 2) x
          ) = 1 then round(o.total_value * 10000) end as total_value_of_one
        from orders o where o.client_code = p.client_code and o.order_number between p.order_number and p.order_number
        order by o.order_number limit 1
      ) o
      left join lateral (
        select round(sum(pc.quantity * coalesce(l.unit_value, s.unit_value)) * 10000) as goods
        from parcel_contents pc
        cross join lateral ${pieceValue(sql`pc.sku_code`)} l
        left join skus s on s.client_code = pc.client_code and s.sku_code = pc.sku_code
        where pc.client_code = p.client_code and pc.tracking_number = p.tracking_number
      ) g on true
      ${RETURNED}
      left join lateral (
        select claim_id from claims where client_code = p.client_code and tracking_number = p.tracking_number
          and state <> 'withdrawn' limit 1
      ) k on true
      left join rule_book_items c on c.client_code = p.client_code and c.kind = 'carrier' and c.item_key = p.carrier
        and c.to_version is null`

function parcelOf(row: Row, opened: OpenAccount | undefined): ClaimParcel {
  const isBroken = /damag/i.test(row.reason)
  // A return names the damaged pieces; the carrier's report covers the whole parcel.
  const isReturned = !isBroken && row.returned_on !== null
  return {
    client: row.client_code,
    trackingNumber: row.tracking_number,
    writtenAs: row.written_as,
    orderNumber: row.order_number,
    carrier: row.carrier,
    carrierName: row.carrier_name,
    carrierService: row.carrier_service,
    despatchedOn: row.despatched_on,
    promisedOn: row.promised_on,
    lastEventOn: row.last_event_on,
    deliveredOn: row.delivered_on,
    damagedOn: isBroken ? (row.last_event_on ?? row.despatched_on) : row.returned_on,
    isSaidLost: /\blost\b/i.test(row.reason),
    isReturning: row.state === 'return_to_sender',
    grams: row.grams,
    goods: isReturned ? Math.min(row.goods, row.returned_goods) : row.goods,
    ...carriageOf(opened, row.currency),
    currency: row.currency,
    claimedAs: row.claim_id === null ? null : claimNumber(row.claim_id),
    claimId: row.claim_id,
  }
}
