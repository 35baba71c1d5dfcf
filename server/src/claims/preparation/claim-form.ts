import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { isolate, type PrintedColumn, type PrintedForm } from '../../pdf/printed-form.ts'

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: OPERATOR_ZONE })

/** A parcel on a claim form, as text. */
export type ClaimFormRow = {
  readonly trackingNumber: string
  readonly orderNumber: string
  readonly carrier: string
  readonly cause: string
  readonly despatched: string
  readonly deadline: string
  readonly amount: string
}

const COLUMNS: readonly PrintedColumn[] = [
  { title: 'Tracking number', width: 6 },
  { title: 'Order', width: 5 },
  { title: 'Carrier', width: 4 },
  { title: 'Cause', width: 3 },
  { title: 'Despatched', width: 3 },
  { title: 'Claim by', width: 3 },
  { title: 'Claimed', width: 3, align: 'right' },
]

type ClaimFormInput = {
  readonly facts: PrintedForm['facts']
  readonly tables: readonly { readonly heading: string; readonly rows: Iterable<ClaimFormRow> }[]
  readonly notes: readonly string[]
  readonly by: string
  readonly now: Date
}

/** The claim form, with a row for each parcel. */
export const claimForm = ({ facts, tables, notes, by, now }: ClaimFormInput): PrintedForm => ({
  title: 'Claim form',
  facts,
  tables: tables.map(({ heading, rows }) => ({ heading, columns: COLUMNS, rows: cellsOf(rows) })),
  notes,
  footer: `Printed ${moment.format(now)} by ${isolate(by)}`,
})

function* cellsOf(rows: Iterable<ClaimFormRow>): Iterable<readonly string[]> {
  for (const row of rows)
    yield [row.trackingNumber, row.orderNumber, row.carrier, row.cause, row.despatched, row.deadline, row.amount]
}
