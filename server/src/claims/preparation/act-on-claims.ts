import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import {
  canDoToClaim,
  CLAIM_ACTS,
  type ClaimAct,
  type ClaimState,
  claimNumber,
  CLIENT_ACTS,
  NEEDS_REASON,
} from '@despatch/domain/claims/claim'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import { type Selectable, sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { refuseExcessDecimals } from '../../process/refuse-excess-decimals.ts'
import { noSuchClaim } from './refusals.ts'

type Answer = RouteAnswer<typeof routes.act>
type Input = RouteChecked<typeof routes.act>
type LockedClaim = Selectable<Tables['claims']>

/**
 * Sends claims or records the carrier's answers, for those claims that allow it, with a receipt for all.
 *
 * @throws AppError 400 without a reason or with an amount for several, 403 for client users except to withdraw; for a
 *   single claim also 404, 409 if someone changed it first, 422 if its state does not allow the act
 */
export async function actOnClaims(context: Context, { params: { act }, body }: Input): Promise<Answer> {
  const { transaction, caller, clients, now } = context
  checkInput(context, act, body)
  const ids = [...new Set(body.claims.map(({ claimID }) => Number(claimID)))]
  if (act === 'appeal') await lockClientsOf(context, ids)
  const held = await transaction.write(
    db
      .selectFrom('claims')
      .selectAll()
      .where('client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('claim_id', '=', sql<number>`any (${ids}::bigint[])`)
      .orderBy('client_code')
      .orderBy('claim_id')
      .forUpdate(),
  )
  if (held.length < ids.length) throw noSuchClaim()
  if (body.amount) refuseExcessDecimals('amount', body.amount, held[0]?.currency ?? '')
  const amount = body.amount ? costOfText(body.amount) : null
  const versions = new Map(body.claims.map(({ claimID, version }) => [Number(claimID), version]))
  const refusals = new Map<number, AppError>()
  const credited = act === 'pay' ? await creditedTo(transaction, held) : new Map<number, Cost>()
  const check = { amount, today: dayOf(now), seesCosts: caller.sees.costs }
  for (const claim of held) {
    const { claim_id } = claim
    const refusal = refusalOf(act, claim, {
      ...check,
      version: versions.get(claim_id),
      credited: credited.get(claim_id),
    })
    if (refusal) refusals.set(claim.claim_id, refusal)
  }
  const [only] = refusals.values()
  if (only && held.length === 1) throw only
  const done = held.filter(({ claim_id }) => !refusals.has(claim_id))
  for (const claim of done)
    await change(context, act, claim, { amount, body, credited: credited.get(claim.claim_id) ?? 0 })
  const numbers = done.map(({ claim_id }) => claimNumber(claim_id))
  if (done.length === 0) skipAudit(context)
  else
    await audit(context, {
      clientCode: null,
      act: 'claim.decided',
      object: numbers.join(', ').slice(0, 1000),
      after: { act, by: caller.username, ...(body.reason && { reason: body.reason }) },
    })
  return {
    message: messageOf(act, numbers, refusals.size),
    done: done.length,
    receipts: held.map(({ claim_id, client_code, tracking_number }) => ({
      clientCode: client_code,
      trackingNumber: tracking_number,
      isDone: !refusals.has(claim_id),
      claimID: String(claim_id),
      number: claimNumber(claim_id),
      message: refusals.get(claim_id)?.message ?? '',
    })),
  }
}

/** Lock clients before claims: as in preparing, this lock protects the check whether carriage is disputed. */
async function lockClientsOf({ transaction, clients }: Context, ids: readonly number[]): Promise<void> {
  const of = await transaction.rows(
    sql<{ client_code: string }>`select distinct client_code from claims
      where client_code = any (${clients}::text[]) and claim_id = any (${ids}::bigint[]) order by 1`.compile(db),
  )
  for (const { client_code } of of) await transaction.rows(sql`select hold_claims(${client_code})`.compile(db))
}

function checkInput({ caller }: Context, act: ClaimAct, { reason = '', amount, claims }: Input['body']): void {
  if (!caller.isInternal && !CLIENT_ACTS.includes(act))
    throw new AppError('unauthorized_access', 'Only the operator can log messages with the carrier.')
  if (NEEDS_REASON.includes(act) && reason === '')
    throw new AppError('bad_request', 'Give a reason. It is kept in the claim’s history.')
  if (amount && claims.length > 1)
    throw new AppError('bad_request', 'Enter an amount for one claim only. Leave it empty for several claims.')
}

/** Sums what credits on invoices have paid of claims. */
async function creditedTo(transaction: Transaction, held: readonly LockedClaim[]): Promise<Map<number, Cost>> {
  const rows = await transaction.rows(
    sql<{ claim_id: number; amount: Cost }>`
      select s.claim_id, sum(s.amount)::bigint as amount from claim_settlements s
      where (s.client_code, s.claim_id) in (
        select * from unnest(${held.map(({ client_code }) => client_code)}::text[], ${held.map(({ claim_id }) => claim_id)}::bigint[])
      ) group by s.claim_id`.compile(db),
  )
  return new Map(rows.map(({ claim_id, amount }) => [claim_id, amount]))
}

type ActCheck = {
  version: number | undefined
  amount: Cost | null
  today: string
  seesCosts: boolean
  credited: Cost | undefined
}

function refusalOf(
  act: ClaimAct,
  claim: LockedClaim,
  { version, amount, today, seesCosts, credited = 0 }: ActCheck,
): AppError | undefined {
  const number = claimNumber(claim.claim_id)
  if (version !== undefined && version !== claim.version)
    return new AppError('version_conflict', `Someone else changed claim ${number}. Reload it.`)
  if (!canDoToClaim(act, claim.state))
    return new AppError('unprocessable', `Claim ${number} is ${claim.state}, so it cannot be ${CLAIM_ACTS[act].label}.`)
  if (act === 'send' && claim.deadline < today)
    return new AppError(
      'unprocessable',
      `Claim ${number} expired on ${formatDayShort(claim.deadline)}. Withdraw it, or agree more time with the carrier.`,
    )
  if (amount !== null && amount > claim.claimed)
    return new AppError(
      'unprocessable',
      seesCosts
        ? `Claim ${number} is for ${costText(claim.claimed)}. You can’t enter more.`
        : `Enter no more than the amount of claim ${number}.`,
    )
  if (act === 'pay' && amount !== null && amount < credited)
    return new AppError(
      'unprocessable',
      `Credits on invoices have paid ${seesCosts ? costText(credited) : 'more'} of claim ${number} already.`,
    )
  if (amount === 0 && act === 'accept')
    return new AppError('unprocessable', 'Where nothing is accepted, refuse the claim.')
  return undefined
}

async function change(
  { transaction, caller, now }: Context,
  act: ClaimAct,
  claim: LockedClaim,
  { amount, body, credited }: { amount: Cost | null; body: Input['body']; credited: Cost },
): Promise<void> {
  const { client_code, claim_id, claimed } = claim
  const { to, event } = CLAIM_ACTS[act]
  const accepted = amount ?? claimed
  const isPart = act === 'accept' && accepted < claimed
  const state: ClaimState = isPart ? 'partly accepted' : to
  const paid = Math.max(credited, amount ?? claim.accepted ?? claimed)
  const isClosed = state === 'refused' || state === 'paid' || state === 'withdrawn'
  await transaction.write(
    db
      .updateTable('claims')
      .set({
        state,
        version: claim.version + 1,
        closed_at: isClosed ? now : null,
        ...(act === 'send' && { sent_at: now }),
        ...(act === 'accept' && { accepted }),
        ...(act === 'pay' && { paid }),
        ...(act === 'appeal' && { accepted: null }),
        ...(body.carrierReference && { carrier_reference: body.carrierReference }),
      })
      .where('client_code', '=', client_code)
      .where('claim_id', '=', claim_id),
  )
  await transaction.write(
    db.insertInto('claim_events').values({
      client_code,
      claim_id,
      at: now,
      by_name: caller.username,
      what: isPart ? 'partly accepted' : event,
      text: body.reason ?? '',
      amount: act === 'accept' ? accepted : act === 'pay' ? paid : null,
    }),
  )
  if (act === 'withdraw')
    // It can be claimed again, once the job has judged it.
    await transaction.write(
      db
        .updateTable('claim_candidates')
        .set({ claim_id: null, judged_at: sql<Date>`'-infinity'` })
        .where('client_code', '=', client_code)
        .where('claim_id', '=', claim_id),
    )
}

function messageOf(act: ClaimAct, numbers: readonly string[], refused: number): string {
  const [only, another] = numbers
  const what = only && !another ? `Claim ${only} is` : `${numbers.length} claims are`
  return `${what} ${CLAIM_ACTS[act].label}.${refused > 0 ? ` ${refused} failed. See the receipts.` : ''}`
}

/** Adds a message to the history of a claim. Throws an AppError (404) if there is no such claim. */
export async function noteMessage(
  context: Context,
  { params: { claimID }, body: { text } }: RouteChecked<typeof routes.message>,
): Promise<RouteAnswer<typeof routes.message>> {
  const { transaction, caller, clients, now } = context
  const claim = await transaction.row(
    db
      .selectFrom('claims')
      .select(['client_code', 'claim_id'])
      .where('client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('claim_id', '=', Number(claimID)),
  )
  if (!claim) throw noSuchClaim()
  await transaction.write(
    db
      .insertInto('claim_events')
      .values({ ...claim, at: now, by_name: caller.username, what: 'message', text, amount: null }),
  )
  await audit(context, { clientCode: claim.client_code, act: 'claim.message', object: claimNumber(claim.claim_id) })
  return { message: 'Note added.' }
}
