import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { disputeNumber, openAmount } from '@despatch/domain/invoices/dispute'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { type Settlement, settleByCredits } from '@despatch/domain/invoices/judging/credits'
import { formatMoney } from '@despatch/domain/money/money'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { refuseExcessDecimals } from '../../process/refuse-excess-decimals.ts'
import { lockInvoices, refreshInvoices } from '../accept-and-reject/lock-invoices.ts'
import { noteNeverOwed } from '../parcel-accounts/note-never-owed.ts'
import { openOperatorScope } from '../scope.ts'
import { type CreditRow, presentCredit } from './list-credits.ts'
import { type DisputeRow, lockDisputes } from './lock-disputes.ts'
import { matchCreditedRows } from './match-credited-rows.ts'
import { noSuchDispute } from './read-dispute.ts'
import { type DisputedPart, writeSettlements } from './write-settlements.ts'

type Input = RouteChecked<typeof routes.settleCredit>

/**
 * Records which disputes a credit settles by which amounts, and what the rest is.
 *
 * @throws AppError 403 for client users, 404, 409 if another user changed it first, 422 for more than is left or a
 *   dispute of another carrier or currency
 */
export async function settleCredit(
  context: Context,
  { body }: Input,
): Promise<RouteAnswer<typeof routes.settleCredit>> {
  await openOperatorScope(context)
  const { transaction, caller, now } = context
  const credit = await lockCredit(context, body)
  const wanted = body.disputes.map(({ disputeID, amount }) => ({ id: Number(disputeID), amount: costOfText(amount) }))
  const disputes = await lockDisputes(
    transaction,
    wanted.map(({ id }) => id),
  )
  refuseWrong(credit, disputes, wanted)
  for (const { id, amount } of wanted)
    await writeSettlements(transaction, await settleOne(context, credit, id, amount), { by: caller.username, at: now })
  await noteNeverOwed(transaction, [credit.invoice_id])
  const settled = wanted.reduce((sum, { amount }) => sum + amount, 0)
  const isExplained = body.explanation !== '' && credit.settled + settled < credit.amount
  if (isExplained)
    await transaction.write(
      db
        .updateTable('invoice_credits')
        .set((is) => ({
          explanation: body.explanation,
          explained_by: caller.username,
          explained_at: now,
          version: is('version', '+', 1),
        }))
        .where('credit_id', '=', credit.credit_id),
    )
  if (settled > 0) {
    await matchCreditedRows(transaction, credit.invoice_id)
    await refreshInvoices(context, [credit.invoice_id])
  }
  await audit(context, {
    clientCode: null,
    act: 'invoice.credit-settled',
    object: `${credit.invoice_number}: ${costText(credit.amount)} ${credit.currency}`,
    after: {
      ...(wanted.length > 0 && {
        disputes: wanted.map(({ id, amount }) => `${disputeNumber(id)}: ${costText(amount)}`),
      }),
      ...(isExplained && { explanation: body.explanation }),
    },
  })
  const after = await readCredit(context, credit.credit_id)
  const numbers = wanted.map(({ id }) => disputeNumber(id)).join(', ')
  const message =
    numbers === ''
      ? 'The credit’s explanation is saved.'
      : `${formatMoney(costText(settled), credit.currency)} settles ${numbers}.`
  return { code: 200, message, credit: presentCredit(after) }
}

export async function readCredit({ transaction }: Context, id: number): Promise<CreditRow> {
  const row = await transaction.row(db.selectFrom('invoice_credits').selectAll().where('credit_id', '=', id))
  if (!row) throw new AppError('not_found', 'Credit not found. Its invoice may have been deleted.')
  return row
}

/**
 * Locks the credit's invoice, so that no other transaction settles or deletes the credit meanwhile.
 *
 * @throws AppError 404, 409
 */
export async function lockCredit(
  context: Context,
  { creditID, version }: Pick<Input['body'], 'creditID' | 'version'>,
): Promise<CreditRow> {
  const { invoice_id } = await readCredit(context, Number(creditID))
  await lockInvoices(context, [invoice_id])
  const credit = await readCredit(context, Number(creditID))
  if (version !== undefined && version !== credit.version)
    throw new AppError('version_conflict', 'Someone else allocated this credit. Reload it.')
  return credit
}

function refuseWrong(
  credit: CreditRow,
  disputes: readonly DisputeRow[],
  wanted: readonly { id: number; amount: Cost }[],
): void {
  const left = credit.amount - credit.settled
  const sum = wanted.reduce((total, { amount }) => total + amount, 0)
  if (sum > left) throw new AppError('unprocessable', `Only ${costText(left)} of this credit is left.`)
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length || wanted.some(({ amount }) => amount === 0))
    throw new AppError('unprocessable', 'Name each dispute once, with an amount above zero.')
  for (const [index, { id, amount }] of wanted.entries()) {
    const dispute = disputes.find(({ dispute_id }) => dispute_id === id)
    if (!dispute) throw noSuchDispute()
    const number = disputeNumber(id)
    if (dispute.carrier !== credit.carrier || dispute.currency !== credit.currency)
      throw new AppError('unprocessable', `Dispute ${number} is with another carrier or in another currency.`)
    const open = openAmount(dispute)
    // Amounts claimed or credited before rounding was introduced can be settled in full.
    if (amount !== open && amount !== left)
      refuseExcessDecimals(`disputes.${index}.amount`, costText(amount), credit.currency)
    if (amount > open)
      throw new AppError(
        'unprocessable',
        open === 0
          ? `Dispute ${number} is ${dispute.state}, so nothing is open.`
          : `Only ${costText(open)} of dispute ${number} is open.`,
      )
  }
}

/** Spreads the amount over the rows of one dispute in the order of the file. */
async function settleOne(
  { transaction }: Context,
  { credit_id }: CreditRow,
  disputeId: number,
  amount: Cost,
): Promise<readonly Settlement<DisputedPart>[]> {
  const rows = await transaction.rows(
    db
      .selectFrom('invoice_dispute_parts')
      .select(['client_code', 'parcel_no', 'category', 'claimed', 'credited'])
      .where('dispute_id', '=', disputeId)
      .whereRef('credited', '<', 'claimed')
      .orderBy('parcel_no')
      .orderBy('category'),
  )
  const parts = rows.map(({ client_code, parcel_no, category, claimed, credited }) => ({
    dispute: String(disputeId),
    parcel: 'any',
    category: category satisfies ChargeCategory,
    open: claimed - credited,
    disputeId,
    client: client_code,
    parcelNo: parcel_no,
  }))
  const credit = { credit: String(credit_id), parcel: 'any', category: 'credit', amount } as const
  return settleByCredits(parts, [credit]).settlements
}
