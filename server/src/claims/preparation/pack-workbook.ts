import type { Readable } from 'node:stream'
import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { CAUSE_LABELS, claimNumber } from '@despatch/domain/claims/claim'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type WrittenCell, writeWorkbook } from '../../files/workbook/write-workbook.ts'
import {
  readClaimDetails,
  type ClaimDetails,
  readClaimEvents,
  type Pack,
  type SubmittedClaim,
} from './submitted-claims.ts'

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: OPERATOR_ZONE })

/** The workbook with the evidence of each parcel and its carrier's events, streamed as it is read. */
export const packWorkbook = (pack: Pack): Readable =>
  writeWorkbook([
    { name: 'Claims', widths: COLUMNS.map(({ width }) => width), frozen: 1, rows: sheetOf(pack) },
    { name: 'Carrier events', widths: [14, 26, 18, 22, 50, 30], frozen: 1, rows: eventRows(pack) },
  ])

/** The claimed amount, without carriage for users who do not see costs. */
export const amountOf = ({ claimed, goods }: SubmittedClaim, withCosts: boolean) =>
  costText(withCosts ? claimed : goods)
const proofOf = ({ delivered_at }: ClaimDetails) =>
  delivered_at ? `Delivered ${moment.format(delivered_at)}` : 'No proof of delivery'

type Column = { name: string; width: number; of: (row: ClaimDetails, withCosts: boolean) => WrittenCell }
const COLUMNS: readonly Column[] = [
  { name: 'Claim', width: 12, of: ({ claim_id }) => claimNumber(claim_id) },
  { name: 'Tracking number', width: 26, of: ({ written_as }) => written_as },
  { name: 'Our order', width: 18, of: ({ order_number }) => order_number },
  { name: 'Client', width: 12, of: ({ client_code }) => client_code },
  { name: 'Service', width: 22, of: ({ carrier_service }) => carrier_service },
  { name: 'Cause', width: 12, of: ({ cause }) => CAUSE_LABELS[cause] },
  { name: 'Despatched', width: 14, of: ({ despatched_on }) => ({ day: despatched_on }) },
  { name: 'Claim by', width: 14, of: ({ deadline }) => ({ day: deadline }) },
  { name: 'Weight, kg', width: 12, of: ({ grams }) => (grams === null ? null : grams / 1000) },
  { name: 'Goods', width: 60, of: ({ goods_text }) => goods_text },
  { name: 'Goods claimed', width: 14, of: ({ goods }) => ({ amount: Number(costText(goods)) }) },
  {
    name: 'Carriage claimed',
    width: 16,
    of: ({ carriage }, withCosts) => (withCosts ? { amount: Number(costText(carriage)) } : null),
  },
  { name: 'Claimed', width: 12, of: (row, withCosts) => ({ amount: Number(amountOf(row, withCosts)) }) },
  { name: 'Currency', width: 10, of: ({ currency }) => currency },
  { name: 'Last status', width: 18, of: ({ state_now }) => DELIVERY_STATES[state_now] },
  { name: 'Proof of delivery', width: 28, of: proofOf },
]

async function* sheetOf(pack: Pack): AsyncGenerator<WrittenCell[]> {
  yield COLUMNS.map(({ name }) => ({ heading: name }))
  for await (const row of readClaimDetails(pack)) yield COLUMNS.map(({ of }) => of(row, pack.withCosts))
}

async function* eventRows(pack: Pack): AsyncGenerator<WrittenCell[]> {
  yield ['Claim', 'Tracking number', 'At', 'State', 'Carrier’s message', 'Where'].map((heading) => ({ heading }))
  for await (const { claim_id, written_as, events } of readClaimEvents(pack))
    for (const { at, state, description, location } of events)
      yield [claimNumber(claim_id), written_as, { at: new Date(at) }, DELIVERY_STATES[state], description, location]
}
