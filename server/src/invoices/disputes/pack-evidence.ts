import { dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { disputeNumber } from '@despatch/domain/invoices/dispute'
import { evidenceText } from '@despatch/domain/invoices/evidence-text'
import type { BilledCharge } from '@despatch/domain/invoices/invoice'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import type { Reason } from '@despatch/domain/invoices/judging/reasons'
import { costText, kilogramsOf } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { WrittenCell } from '../../files/workbook/write-workbook.ts'
import type { DisputeRow } from './lock-disputes.ts'

type EvidenceRow = {
  parcel_no: number
  line: number
  tracking_number: string
  consignment_number: string
  order_number: string
  leg: string
  service: string
  country: string
  postcode: string
  shipment_day: string | null
  despatched_at: Date | null
  despatched_service: string
  billed_weight: number | null
  our_weight: number | null
  size: number[] | null
  billed: number
  expected: number | null
  claimed: number
  charges: readonly BilledCharge[]
  reasons: readonly Reason[]
  parts: readonly (readonly [ChargeCategory, number])[]
}

/** Reads disputed rows with what the carrier billed and what was despatched. */
export const evidenceRows = (disputeId: number, { after, limit }: { after: number; limit: number }) =>
  sql<EvidenceRow>`
    select p.parcel_no, p.line, coalesce(p.written_as, p.tracking_number) as tracking_number, p.consignment_number,
      p.order_number, p.leg, d.service, d.country, d.postcode, p.shipment_day, l.despatched_at,
      coalesce(l.carrier_service, '') as despatched_service, p.billed_weight, p.our_weight, p.size, p.billed, p.expected,
      x.claimed, p.charges, p.reasons, x.parts
    from (
      select client_code, invoice_id, parcel_no, sum(claimed)::bigint as claimed,
        jsonb_agg(jsonb_build_array(category, claimed) order by category) as parts
      from invoice_dispute_parts where dispute_id = ${disputeId} and parcel_no > ${after}
      group by client_code, invoice_id, parcel_no order by parcel_no limit ${limit}
    ) x
    join invoice_parcels p using (client_code, invoice_id, parcel_no)
    join invoice_details d on d.invoice_id = p.invoice_id and d.detail_no = p.detail_no
    left join lateral (
      select despatched_at, carrier_service from parcels
      where client_code = p.client_code and tracking_number = p.despatched_as and p.despatched_as <> ''
    ) l on true
    order by p.parcel_no`.compile(db)

type Evidence = EvidenceRow & { dispute: DisputeRow; why: string; price: string; charged: readonly BilledCharge[] }

/** Adds why a row is disputed, and the price or agreement that applies. */
export function evidenceOf(row: EvidenceRow, dispute: DisputeRow): Evidence {
  const claimed = new Set(row.parts.map(([category]) => category))
  const names = { carrier: dispute.carrier_name, currency: dispute.currency }
  return {
    ...row,
    dispute,
    ...evidenceText(row.reasons, names, dispute.reason),
    charged: row.charges.filter(({ category }) => claimed.has(category)),
  }
}

const amount = (cost: number | null): WrittenCell => (cost === null ? null : { amount: Number(costText(cost)) })
const weight = (grams: number | null): WrittenCell => (grams === null ? null : kilogramsOf(grams))
const listed = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))].join('; ')

/** The columns of the evidence sheet, in the carrier's terms. */
export const EVIDENCE_COLUMNS: readonly { name: string; width: number; of: (row: Evidence) => WrittenCell }[] = [
  { name: 'Dispute', width: 12, of: ({ dispute }) => disputeNumber(dispute.dispute_id) },
  { name: 'Invoice', width: 18, of: ({ dispute }) => dispute.invoice_number },
  { name: 'Line', width: 8, of: ({ line }) => String(line) },
  { name: 'Tracking number', width: 24, of: ({ tracking_number }) => tracking_number },
  { name: 'Consignment', width: 22, of: ({ consignment_number }) => consignment_number },
  { name: 'Our order', width: 18, of: ({ order_number }) => order_number },
  { name: 'Despatched', width: 14, of: ({ despatched_at, shipment_day }) => despatchDay(despatched_at, shipment_day) },
  { name: 'Service billed', width: 24, of: ({ service }) => service },
  { name: 'Service despatched', width: 24, of: ({ despatched_service }) => despatched_service },
  { name: 'Country', width: 9, of: ({ country }) => country },
  { name: 'Postcode', width: 11, of: ({ postcode }) => postcode },
  { name: 'Weight billed, kg', width: 16, of: (row) => weight(row.billed_weight) },
  { name: 'Weight despatched, kg', width: 20, of: (row) => weight(row.our_weight) },
  { name: 'Size billed, cm', width: 18, of: ({ size }) => size?.map((length) => length / 10).join(' × ') ?? null },
  { name: 'Charge codes', width: 16, of: ({ charged }) => listed(charged.map(({ code }) => code)) },
  { name: 'Charges', width: 30, of: ({ charged }) => listed(charged.map(({ text }) => text)) },
  { name: 'Billed, net', width: 12, of: ({ billed }) => amount(billed) },
  { name: 'Expected, net', width: 14, of: ({ expected }) => amount(expected) },
  { name: 'Claimed, net', width: 13, of: ({ claimed }) => amount(claimed) },
  {
    name: 'Claimed by kind of charge',
    width: 28,
    of: ({ parts }) => parts.map(([category, claimed]) => `${category} ${costText(claimed)}`).join('; '),
  },
  { name: 'Currency', width: 10, of: ({ dispute }) => dispute.currency },
  { name: 'Why', width: 80, of: ({ why }) => why },
  { name: 'Price or agreed charge that applies', width: 70, of: ({ price }) => price },
]

/** The day of despatch; if unknown, the invoice's day as text. */
const despatchDay = (left: Date | null, billed: string | null): WrittenCell =>
  left ? { day: dayOf(left) } : billed ? `${formatDayShort(billed)} as billed` : null
