import { Readable } from 'node:stream'
import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteChecked } from '@despatch/contract/route/types'
import { dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { CAUSE_LABELS, claimNumber, submissionIdOf, submissionNumber } from '@despatch/domain/claims/claim'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { costText } from '@despatch/domain/routing/allocation/units'
import { harmlessCell } from '@despatch/domain/text/csv-cell'
import { inClients } from '../../database/in-client.ts'
import type { StreamedPart } from '../../files/workbook/zip-parts.ts'
import { zipParts } from '../../files/workbook/zip-parts.ts'
import type { StreamingContext } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { printForm } from '../../pdf/print-form.ts'
import { readPackedFiles } from '../evidence/packed-files.ts'
import { type ClaimFormRow, claimForm } from './claim-form.ts'
import { amountOf, packWorkbook } from './pack-workbook.ts'
import { noSuchSubmission } from './refusals.ts'
import { readSubmission, type SubmittedClaim } from './submitted-claims.ts'

/**
 * Makes the pack for the carrier: a ZIP with the claim form, a workbook with the evidence of each parcel, a receipt
 * for each, and the added files. It is streamed in batches of claims; only one line for each claim, and the form, are
 * in memory. Throws an AppError (404) if no claim of the submission belongs to the call's clients.
 */
export async function packSubmission(
  { database, clients, caller, now }: StreamingContext,
  { params: { number } }: RouteChecked<typeof routes.pack>,
): Promise<FileAnswer> {
  const id = submissionIdOf(number)
  const rows =
    id === undefined
      ? []
      : await inClients(database, clients, (transaction) => readSubmission(transaction, clients, id))
  const [first] = rows
  if (!first) throw noSuchSubmission()
  const name = `Submission ${submissionNumber(first.submission_no)}`
  const withCosts = caller.sees.costs
  const pack = { database, clients, rows, withCosts }
  async function* parts(form: Uint8Array): AsyncGenerator<StreamedPart> {
    yield { name: `${name}/Claim form.pdf`, text: [form] }
    yield { name: `${name}/Claims.xlsx`, text: packWorkbook(pack) }
    yield { name: `${name}/Receipts.csv`, text: receiptsOf(rows, withCosts) }
    for await (const file of readPackedFiles(pack)) yield { ...file, name: `${name}/Evidence/${file.name}` }
  }
  return new FileAnswer(
    `${name}.zip`,
    async () => {
      // Print the form first, while an error can still be answered.
      const form = await printForm(formOf(rows, { name, withCosts, by: caller.username, now }))
      return Readable.from(zipParts(parts(form)), { objectMode: false })
    },
    'application/zip',
  )
}

type FormInput = { name: string; withCosts: boolean; by: string; now: Date }

function formOf(rows: readonly SubmittedClaim[], { name, withCosts, by, now }: FormInput) {
  const [first] = rows
  const office = first?.office
  const sums = Map.groupBy(rows, ({ currency }) => currency)
  return claimForm({
    facts: [
      { name: 'Submission', text: name.replace('Submission ', '') },
      { name: 'Carrier', text: first?.carrier_name ?? '' },
      { name: 'Send to', text: [office?.email, office?.address, office?.form].filter(Boolean).join(', ') },
      { name: 'Parcels', text: formatCount(rows.length) },
      {
        name: 'Claimed',
        text: [...sums]
          .map(([currency, some]) =>
            formatMoney(
              costText(some.reduce((sum, { claimed, goods }) => sum + (withCosts ? claimed : goods), 0)),
              currency,
            ),
          )
          .join(', '),
      },
      { name: 'Evidence', text: [...new Set(rows.flatMap(({ evidence }) => evidence))].join('; ') },
    ].filter(({ text }) => text !== ''),
    tables: [
      {
        heading: `${formatCount(rows.length)} ${rows.length === 1 ? 'claim' : 'claims'}`,
        rows: formRows(rows, withCosts),
      },
    ],
    notes: [`See the workbook for contents, events and proof of delivery. Prepared ${formatDayShort(dayOf(now))}.`],
    by,
    now,
  })
}

function* formRows(rows: readonly SubmittedClaim[], withCosts: boolean): Iterable<ClaimFormRow> {
  for (const row of rows)
    yield {
      trackingNumber: row.written_as,
      orderNumber: row.order_number,
      carrier: claimNumber(row.claim_id),
      cause: CAUSE_LABELS[row.cause],
      despatched: formatDayShort(row.despatched_on),
      deadline: formatDayShort(row.deadline),
      amount: formatMoney(amountOf(row, withCosts), row.currency),
    }
}

function* receiptsOf(rows: readonly SubmittedClaim[], withCosts: boolean): Generator<string> {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => `"${harmlessCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
  yield `\uFEFF${line(['Claim', 'Tracking number', 'Order', 'Cause', 'Claimed', 'Currency', 'Claim by', 'State'])}`
  for (const row of rows)
    yield line([
      claimNumber(row.claim_id),
      row.written_as,
      row.order_number,
      CAUSE_LABELS[row.cause],
      amountOf(row, withCosts),
      row.currency,
      row.deadline,
      row.state,
    ])
}
