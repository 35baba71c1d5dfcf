import { type Day, daysBetween } from '@despatch/domain/calendar/day'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { BilledCharge, BilledDetail, Verdict } from '@despatch/domain/invoices/invoice'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { withoutCredits } from '@despatch/domain/invoices/judging/credits'
import type { DespatchedConsignment } from '@despatch/domain/invoices/judging/facts'
import type pg from 'pg'
import { MATCHED_DAYS } from '../matching/match-details.ts'
import { sortByAccount, type Place, rowsBefore } from './order-rows.ts'

/** A row of a parcel's account: a billed row with its place in the order of the account. */
export type AccountRow = Place & {
  currency: string
  filename: string
  line: number
  leg: BilledDetail['leg']
  shipmentDay: Day | null
  /** The client; '' if the row was not matched. */
  client: string
  /** The tracking numbers of the despatched parcels that it covers. */
  covers: readonly string[]
  /** The normalised tracking number on the row; '' if it has none. */
  number: string
  verdict: Verdict
  /** Without credits for invoices that were rejected as a whole. */
  charges: readonly BilledCharge[]
}

/** A row before its first decision is known. */
export type Undecided<Of extends Place> = Omit<Of, 'firstDecidedAt'>

/** A despatched parcel. */
export type ParcelKey = { client: string; trackingNumber: string }

const COLUMNS = `p.invoice_id as "invoiceId", p.parcel_no as no, i.invoice_number as "invoiceNumber",
  i.invoice_day::text as "invoiceDay", i.currency, f.filename, p.line, p.leg, p.shipment_day::text as "shipmentDay",
  p.client_code as client, p.tracking_number as number, p.verdict, p.charges,
  coalesce(i.billed_since, f.sent_at) as "billedSince", coalesce(p.first_decided_at, p.decided_at) as "firstDecidedAt",
  case when p.despatched_as <> '' then array[p.despatched_as] else coalesce(
    (select array_agg(c.tracking_number order by c.tracking_number) from invoice_covers c
     where c.invoice_id = p.invoice_id and c.parcel_no = p.parcel_no), '{}') end as covers`
/** An invoice that is rejected as a whole bills nothing. */
const JOINED = `join invoices i on i.invoice_id = p.invoice_id and i.status <> 'Rejected'
  join invoice_files f using (file_id)`
const OF_PARCELS = `
select ${COLUMNS} from (
  select distinct b.client_code, b.invoice_id, b.parcel_no from unnest($1::text[], $2::text[]) as n (client, number)
  join parcel_bills b on b.client_code = n.client and b.tracking_number = n.number
) b join invoice_parcels p using (client_code, invoice_id, parcel_no) ${JOINED}`
/** A number with more rows is a placeholder such as N/A, and identifies no parcel. */
const MAX_ROWS_OF_NUMBER = 100
/** Rows of a number that cover no despatched parcel, and rows that were matched by an unknown number. */
const OF_NUMBERS = `
select ${COLUMNS} from unnest($1::text[]) as n (number)
cross join lateral (
  select * from invoice_parcels where tracking_number = n.number and tracking_number <> '' limit ${MAX_ROWS_OF_NUMBER + 1}
) p ${JOINED}`

/**
 * Credits that settle rows of invoices rejected as a whole: those rows bill nothing, so the credits give nothing back
 * either.
 */
export const CREDITS_OF_REJECTED = `invoice_credits c join invoice_settlements s using (credit_id)
  join invoice_disputes d using (dispute_id) join invoices w on w.invoice_id = d.invoice_id and w.status = 'Rejected'`
const NEVER_OWED = `
select c.invoice_id as "invoiceId", c.parcel_no as no, c.category, sum(coalesce(s.given, s.amount))::bigint as amount
from unnest($1::bigint[], $2::int[]) as n (invoice_id, parcel_no) join ${CREDITS_OF_REJECTED}
  on c.invoice_id = n.invoice_id and c.parcel_no = n.parcel_no
group by c.invoice_id, c.parcel_no, c.category`
type NeverOwed = Pick<AccountRow, 'invoiceId' | 'no'> & { category: ChargeCategory; amount: number }

/** The key of a parcel in maps. */
export const parcelName = ({ client, trackingNumber }: ParcelKey) => `${client} ${trackingNumber}`
/** The key of a row in maps. */
export const rowKeyOf = ({ invoiceId, no }: Pick<AccountRow, 'invoiceId' | 'no'>) => `${invoiceId} ${no}`

/** The loaded accounts of parcels: the rows that bill each parcel. Judging adds rows to them. */
export class Accounts {
  /** Rows by the parcels that they cover and by their own numbers. */
  readonly #ofParcels = new Map<string, Map<string, AccountRow>>()
  readonly #ofNumbers = new Map<string, Map<string, AccountRow>>()
  readonly #rows = new Map<string, AccountRow>()
  /** Amounts that rows give back although they were never owed. */
  readonly #neverOwed = new Map<string, NeverOwed[]>()

  /** Loads the rows of parcels and of normalised numbers. */
  async load(
    connection: pg.ClientBase,
    { parcels, numbers }: { parcels: readonly ParcelKey[]; numbers: readonly string[] },
  ): Promise<void> {
    const wanted = [...new Set(numbers)].filter((number) => number !== '')
    const [ofParcels, ofNumbers] = [
      await connection.query<AccountRow>(OF_PARCELS, [
        parcels.map(({ client }) => client),
        parcels.map(({ trackingNumber }) => trackingNumber),
      ]),
      await connection.query<AccountRow>(OF_NUMBERS, [wanted]),
    ]
    const rows = [...ofParcels.rows, ...ofNumbers.rows]
    await this.#loadNeverOwed(connection, rows)
    for (const row of rows) this.#add(row)
  }

  async #loadNeverOwed(connection: pg.ClientBase, rows: readonly AccountRow[]): Promise<void> {
    const giving = new Map(rows.filter(hasCredit).map((row) => [rowKeyOf(row), row]))
    if (giving.size === 0) return
    const found = await connection.query<NeverOwed>(NEVER_OWED, [
      [...giving.values()].map(({ invoiceId }) => invoiceId),
      [...giving.values()].map(({ no }) => no),
    ])
    for (const [key, credits] of Map.groupBy(found.rows, rowKeyOf)) this.#neverOwed.set(key, credits)
  }

  /** Adds a row, replacing an earlier version of it. */
  #add(added: AccountRow): void {
    const key = rowKeyOf(added)
    const neverOwed = this.#neverOwed.get(key)
    const row = neverOwed ? { ...added, charges: withoutCredits(added.charges, neverOwed) } : added
    const before = this.#rows.get(key)
    if (before) for (const map of this.#mapsOf(before)) map.delete(key)
    this.#rows.set(key, row)
    for (const map of this.#mapsOf(row)) map.set(key, row)
  }

  /** Adds a row that was just judged. */
  addJudged(row: Undecided<AccountRow>): void {
    this.#add(this.#placed(row))
  }

  /** The rows that come before a place and cover any parcel of a consignment, in the order of the account. */
  before(consignment: DespatchedConsignment, place: Undecided<Place>): AccountRow[] {
    return rowsBefore(this.ofConsignment(consignment), this.#placed(place))
  }

  /**
   * All rows that cover any parcel of a consignment. Carriers reuse numbers after 120 days, so rows further away are
   * of other parcels.
   */
  ofConsignment({ client, day, parcels }: DespatchedConsignment): AccountRow[] {
    const found = new Map<string, AccountRow>()
    for (const { trackingNumber } of parcels)
      for (const [key, row] of this.#ofParcels.get(parcelName({ client, trackingNumber })) ?? [])
        if (isNear(row, day)) found.set(key, row)
    return sortByAccount([...found.values()])
  }

  /**
   * The rows that come before a place and bill a number of a client, or of no known client, near a day. A placeholder
   * has none.
   */
  ofNumber(number: string, { client, day }: { client: string; day: Day }, place: Undecided<Place>): AccountRow[] {
    const rows = this.#ofNumbers.get(normaliseTrackingNumber(number))
    if (!rows || rows.size > MAX_ROWS_OF_NUMBER) return []
    return rowsBefore(
      [...rows.values()].filter((row) => (row.client === client || row.client === '') && isNear(row, day)),
      this.#placed(place),
    )
  }

  /** Adds when the row itself was first decided: other rows may have come after that. */
  #placed<Of extends Undecided<Place>>(row: Of): Of & Place {
    return { ...row, firstDecidedAt: this.#rows.get(rowKeyOf(row))?.firstDecidedAt ?? null }
  }

  #mapsOf({ client, covers, number }: AccountRow): Map<string, AccountRow>[] {
    const maps = covers.map((parcel) => mapAt(this.#ofParcels, parcelName({ client, trackingNumber: parcel })))
    return number === '' ? maps : [...maps, mapAt(this.#ofNumbers, number)]
  }
}

function mapAt(maps: Map<string, Map<string, AccountRow>>, key: string): Map<string, AccountRow> {
  let map = maps.get(key)
  if (!map) maps.set(key, (map = new Map()))
  return map
}

const hasCredit = ({ charges }: AccountRow) => charges.some(({ net }) => net < 0)

/** Whether a row bills a despatch near a day. */
const isNear = ({ shipmentDay, invoiceDay }: AccountRow, day: Day) =>
  Math.abs(daysBetween(day, shipmentDay ?? invoiceDay)) <= MATCHED_DAYS
