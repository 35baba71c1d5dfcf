import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import type { Reason } from '@despatch/domain/invoices/judging/reasons'
import { visibleReasons } from '@despatch/domain/invoices/visible-reasons'
import { verdictText } from '@despatch/domain/invoices/reason-text'
import { costText } from '@despatch/domain/routing/allocation/units'
import type pg from 'pg'
import { writeAudit } from '../../audit/write-audit.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { Transaction } from '../../database/transaction.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type RowKey, rowKey } from '../ids.ts'
import { asOperator } from '../import/as-operator.ts'
import { judgeWithDependents } from '../parcel-accounts/judge-dependents.ts'
import { type InvoiceToJudge, lockToJudge } from '../judging/judge-again.ts'
import { noSuchInvoice, refuseClientUsers } from '../scope.ts'
import { deleteRememberedClient, rememberClient } from './account-clients.ts'
import type { Choice } from './manual-matches.ts'

type Chosen = { client: string; orderNumber: string; trackingNumber: string }
type Row = {
  detailNo: number
  status: InvoiceStatus
  verdict: Verdict
  version: number
  trackingNumber: string
  isByHand: boolean
}

/** A row to match. Its invoice is locked, and row-level security shows all clients. */
type LockedRow = { connection: pg.PoolClient; invoice: InvoiceToJudge; row: Row; key: RowKey; clients: string[] }

/**
 * Shows how a row would be judged if it billed the chosen parcel. Writes nothing. Throws as {@link matchByHand} does.
 */
export async function previewMatch(
  context: StreamingContext,
  { body: { parcelID, clientCode: client, orderNumber, trackingNumber } }: RouteChecked<typeof routes.matchPreview>,
): Promise<RouteAnswer<typeof routes.matchPreview>> {
  return withRow(context, parcelID, async (held) => {
    refuseFound(held.row)
    const chosen = await chosenBy(held, { client, orderNumber, trackingNumber })
    await held.connection.query('savepoint preview')
    await storeChoice(context, held, chosen)
    const judged = await judgeRow(held)
    await held.connection.query('rollback to savepoint preview')
    const { currency, carrierName: carrier } = held.invoice
    return {
      code: 200,
      billed: costText(judged.billed),
      expected: judged.expected === null ? null : costText(judged.expected),
      variance: judged.variance === null ? null : costText(judged.variance),
      currency,
      verdict: judged.verdict,
      verdictText: verdictText(
        judged.verdict,
        visibleReasons(judged.reasons, { isOperator: true, sees: context.caller.sees }),
        {
          carrier,
          currency,
        },
      ),
    }
  })
}

/**
 * Matches a row with a parcel or an order, and judges its detail again.
 *
 * @throws AppError 403 for client users, 404 for an unknown row or choice, 409 if someone changed the row meanwhile,
 *   422 if the row was found by its number or is decided
 */
export async function matchByHand(
  context: StreamingContext,
  { body: { parcelID, version, remember, clientCode: client, ...choice } }: RouteChecked<typeof routes.match>,
): Promise<RouteAnswer<typeof routes.match>> {
  return withRow(context, parcelID, async (held) => {
    const { connection, invoice, row, key } = held
    refuseOtherVersion(row, version)
    refuseFound(row)
    const chosen = await chosenBy(held, { client, ...choice })
    await storeChoice(context, held, chosen)
    if (remember)
      await rememberClient(connection, { ...invoice, client, row: key, by: context.caller.username, at: context.now })
    const judged = await judgeRow(held)
    const to = chosen.trackingNumber || chosen.orderNumber
    await auditMatch(context, held, 'invoice.row-matched', { ...chosen, remember })
    return answer(
      held,
      parcelID,
      `The row is matched with ${to} of ${client}. Result: ${judged.verdict.toLowerCase()}.`,
    )
  })
}

/** Undoes a match by hand: the row is matched automatically again. Throws as {@link matchByHand} does. */
export async function undoMatch(
  context: StreamingContext,
  { body: { parcelID, version } }: RouteChecked<typeof routes.unmatch>,
): Promise<RouteAnswer<typeof routes.unmatch>> {
  return withRow(context, parcelID, async (held) => {
    const { connection, row, key } = held
    refuseOtherVersion(row, version)
    refuseDecided(row)
    if (!row.isByHand)
      throw new AppError('unprocessable', 'This row wasn’t matched by hand, so there is nothing to undo.')
    await connection.query('delete from invoice_matches where invoice_id = $1 and parcel_no = $2', [
      key.invoiceId,
      key.no,
    ])
    await deleteRememberedClient(connection, key)
    const judged = await judgeRow(held)
    await auditMatch(context, held, 'invoice.row-unmatched')
    return answer(held, parcelID, `The match is undone. Result: ${judged.verdict.toLowerCase()}.`)
  })
}

const ROW = `
select p.detail_no as "detailNo", p.status, p.verdict, p.version, coalesce(p.written_as, p.tracking_number) as "trackingNumber",
  m.parcel_no is not null as "isByHand"
from invoice_parcels p left join invoice_matches m using (invoice_id, parcel_no)
where p.invoice_id = $1 and p.parcel_no = $2`

async function withRow<Result>(
  context: StreamingContext,
  parcelID: string,
  work: (held: LockedRow) => Promise<Result>,
): Promise<Result> {
  const { caller, database } = context
  refuseClientUsers(caller)
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  return retryOnDeadlock(() =>
    database.copying(clients, async (connection) => {
      await refuseChangedCaller(new Transaction(connection), caller)
      const key = rowKey(parcelID)
      const invoice = await lockToJudge(connection, key.invoiceId)
      const { rows } = await connection.query<Row>(ROW, [key.invoiceId, key.no])
      const [row] = rows
      if (!row) throw noSuchInvoice()
      if (!invoice) throw new AppError('unprocessable', 'The invoice is accepted and closed. Nothing was changed.')
      return work({ connection, invoice, row, key, clients })
    }),
  )
}

/** Stores the user's choice, replacing an earlier one. */
async function storeChoice(
  { now, caller }: StreamingContext,
  { connection, key }: LockedRow,
  chosen: Choice,
): Promise<void> {
  await connection.query(
    `insert into invoice_matches values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (invoice_id, parcel_no) do update set for_client = excluded.for_client, order_number = excluded.order_number,
       tracking_number = excluded.tracking_number, matched_at = excluded.matched_at, matched_by = excluded.matched_by`,
    [key.invoiceId, key.no, chosen.client, chosen.orderNumber, chosen.trackingNumber, now, caller.username],
  )
}

type Judged = {
  verdict: Verdict
  billed: number
  expected: number | null
  variance: number | null
  reasons: readonly Reason[]
}

/** Judges a row with its detail again. */
async function judgeRow({ connection, key, clients }: LockedRow): Promise<Judged> {
  await judgeWithDependents(connection, key.invoiceId, [key.no], { clients })
  const { rows } = await connection.query<Judged>(
    'select verdict, billed, expected, variance, reasons from invoice_parcels where invoice_id = $1 and parcel_no = $2',
    [key.invoiceId, key.no],
  )
  const [row] = rows
  if (!row) throw noSuchInvoice()
  return row
}

const CHOICE = `
select o.client_code as client, o.order_number as "orderNumber", coalesce(p.tracking_number, '') as "trackingNumber",
  p.carrier, p.despatched_at as "despatchedAt"
from orders o
left join parcels p on p.client_code = o.client_code and p.order_number = o.order_number and p.tracking_number = any ($3::text[])
where o.client_code = $1 and o.order_number = $2
order by p.tracking_number limit 1`

async function chosenBy({ connection }: LockedRow, { client, orderNumber, trackingNumber }: Chosen) {
  const { rows } = await connection.query<Choice>(CHOICE, [
    client,
    orderNumber,
    trackingNumber === '' ? [] : trackingNumbersToFind(trackingNumber),
  ])
  const [chosen] = rows
  if (!chosen || (trackingNumber !== '' && chosen.carrier === null))
    throw new AppError('not_found', `${client} has no such order or parcel. Search again.`)
  return chosen
}

function refuseOtherVersion(row: Row, version: number): void {
  if (row.version !== version)
    throw new AppError('version_conflict', 'Someone else changed this row. Reload, then match it.')
}

function refuseDecided({ status }: Row): void {
  if (status !== 'Imported')
    throw new AppError('unprocessable', `The row is ${status.toLowerCase()}. Undo that first, then match it.`)
}

/** A row found by its number needs no choice; a match by hand can be replaced. */
function refuseFound(row: Row): void {
  refuseDecided(row)
  if (row.verdict !== 'Not found' && !row.isByHand)
    throw new AppError('unprocessable', 'This row is already matched, so it can’t be matched by hand.')
}

async function auditMatch(
  context: StreamingContext,
  { connection, invoice, row }: LockedRow,
  act: 'invoice.row-matched' | 'invoice.row-unmatched',
  after?: object,
): Promise<void> {
  context.audited.push(act)
  await writeAudit(new Transaction(connection), {
    context,
    clientCode: null,
    userId: context.caller.userId,
    byName: context.caller.username,
    act,
    object: [invoice.number, row.trackingNumber].filter(Boolean).join(': '),
    ...(after && { after }),
  })
}

async function answer({ connection, key }: LockedRow, parcelID: string, message: string) {
  const { rows } = await connection.query<Row>(ROW, [key.invoiceId, key.no])
  return { code: 200 as const, message, parcelID, version: rows[0]?.version ?? 0 }
}
