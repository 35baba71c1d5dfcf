import { randomUUID } from 'node:crypto'
import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import { OVERRULE } from '@despatch/contract/routing/allocation/carrier-choice'
import { changedSinceShown } from '@despatch/domain/feedback/messages'
import { mayCall } from '@despatch/contract/route/may-call'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { formatDayShort } from '@despatch/domain/calendar/day'
import {
  choiceVerdict,
  differenceText,
  type StoredChoice,
  remedyText,
  type NamedMethod,
  unmetText,
} from '@despatch/domain/routing/allocation/by-hand'
import { allocate } from '@despatch/domain/routing/allocation/allocate'
import type { Usage } from '@despatch/domain/routing/allocation/consignment'
import { type Candidate, explain, type Explanation } from '@despatch/domain/routing/allocation/explain'
import { boundsOf } from '@despatch/domain/routing/allocation/overrule/overrules'
import { methodText, type Wording, wordingOf } from '@despatch/domain/routing/allocation/decision-labels'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import { nameHold } from '@despatch/domain/routing/fixed-routing/route-name'
import { type CompiledBook, usedOn } from '@despatch/domain/routing/rule-book/compile-book'
import { bookCurrency } from '@despatch/domain/routing/rule-book/rule-book'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { inOrder } from '../../database/transaction.ts'
import { permissionsFor } from '../../http/authentication/open-session.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { loadLastHistoryEntry, writeOrderVersion } from '../order-version.ts'
import { nameForCaller } from '../rule-book/changed-meanwhile.ts'
import { carrierName } from './decide-consignment.ts'
import { presentConsignment } from './decision-dto.ts'
import { replayDecision } from './replay-decision.ts'
import { decideAgain, type CurrentConsignment, loadCurrentConsignment, loadOtherUsage } from './current-consignment.ts'

/**
 * Lists the methods that could carry a consignment now. Writes nothing. Throws an AppError as {@link
 * loadCurrentConsignment} does.
 */
export async function listCarrierChoices(
  context: Context,
  { body }: RouteChecked<typeof routes.carrierChoices>,
): Promise<RouteAnswer<typeof routes.carrierChoices>> {
  const at = { ...context, books: context.services.books }
  const standing = await loadCurrentConsignment(at, body, { isOnlyRead: true })
  const { orderNumber, number, version, attempt, consignment, compiled, clientMethodID, cost, byHand } = standing
  return {
    orderNumber,
    number,
    version,
    attempt,
    standing:
      clientMethodID === null
        ? null
        : { clientMethodID, cost: cost === null ? null : costOfText(cost), isByHand: byHand !== null },
    consignment: presentConsignment(consignment, compiled),
    decided: replayDecision(compiled, consignment, await loadOtherUsage(context, standing)),
  }
}

/**
 * Chooses the method of a consignment by hand, or returns the consignment to allocation. One transaction returns the
 * old capacity and takes the new one; the order's other consignments do not change. Throws an AppError: 409 if the
 * order or its carrier changed since the caller read it; 422 for a method that has ended, is full or has no price; 403
 * for an ineligible method if the caller may not overrule; and as {@link loadCurrentConsignment} does.
 */
export async function chooseCarrier(
  context: Context,
  { body }: RouteChecked<typeof routes.chooseCarrier>,
): Promise<RouteAnswer<typeof routes.chooseCarrier>> {
  const { transaction, client, now, caller, services } = context
  const standing = await loadCurrentConsignment({ transaction, client, now, books: services.books }, body)
  const { orderNumber, attempt } = standing
  if (standing.version !== body.version || attempt !== body.attempt) throw await changedSince(context, standing, body)
  const usage = await loadOtherUsage(context, standing)
  const choice = body.clientMethodID === null ? null : judgeChoice(context, { ...body, usage, standing })
  if (choice === null && standing.byHand === null)
    throw new AppError('unprocessable', `Allocation already chose the carrier of order ${orderNumber}.`)
  const version = standing.version + 1
  const commandId = randomUUID()
  await saveChoice(context, standing, { choice, version, commandId, reason: body.reason })
  // Lock capacity last: every order needs it.
  const on = { transaction, client, now, byName: caller.username }
  const { chosen, byHand, why } = await decideAgain(on, standing, choice)
  if (choice && byHand?.ended !== undefined)
    throw new AppError('unprocessable', `${methodText(choice.method)} is no longer available. Choose again.`)
  if (!chosen) throw new AppError('unprocessable', `Order ${orderNumber} would have no carrier. ${why}.`)
  const { method } = chosen
  const difference = choice?.instead
    ? `, ${differenceText(choice.cost - choice.instead.cost, bookCurrency(standing.compiled.book))}`
    : ''
  const goesWith = methodText({ ...method, carrierName: chosen.carrierName })
  return { message: `Order ${orderNumber} now ships with ${goesWith}${difference}.`, version, commandId }
}

/** Makes an AppError (409) that says who changed the order and how, or that only its carrier changed. */
async function changedSince(
  context: Context,
  { orderNumber, version }: CurrentConsignment,
  seen: { readonly version: number },
): Promise<AppError> {
  const last = version === seen.version ? undefined : await loadLastHistoryEntry(context, orderNumber)
  const what = last ? `${last.act}, by ${await nameForCaller(context, last.by_name)}` : 'its carrier was chosen again'
  return new AppError('version_conflict', changedSinceShown(`Order ${orderNumber}`, what, last?.note ?? ''))
}

type ChoiceInput = {
  readonly clientMethodID: string | null
  /** Refuses ineligible methods even if the caller may overrule. */
  readonly isEligibleOnly?: boolean
  readonly reason: string
  readonly usage: Usage
  readonly standing: CurrentConsignment
}

/** Checks a choice and gives the record of it. Throws an AppError for a method that may not be chosen. */
export function judgeChoice(
  context: Pick<Context, 'caller' | 'client' | 'now'>,
  { clientMethodID, reason, usage, standing, isEligibleOnly = false }: ChoiceInput,
): StoredChoice {
  const { consignment, compiled, orderNumber, of } = standing
  const decision = allocate(compiled, consignment, usedOn(compiled, usage, consignment.despatchDay))
  const explained = explain(compiled, consignment, usage, decision)
  const candidate = explained.candidates.find((one) => one.clientMethodID === clientMethodID)
  if (!candidate)
    throw new AppError('unprocessable', `This client no longer has method ${clientMethodID}. Reload the methods.`)
  const method = named(compiled, candidate)
  if (candidate.clientMethodID === standing.clientMethodID)
    throw new AppError('unprocessable', `Order ${orderNumber} already ships with ${methodText(method)}.`)
  const namedConsignment = { ...consignment, heldTo: nameHold(consignment.heldTo, compiled.book) }
  const wording = wordingOf(
    namedConsignment,
    explained.candidates.map((one) => ({ ...one, ...named(compiled, one) })),
    bookCurrency(compiled.book),
  )
  const overruled = checkOverrules(context, candidate, { method, wording, isEligibleOnly })
  return {
    clientMethodID: candidate.clientMethodID,
    overruled,
    bounds: boundsOf(consignment, overruled),
    by: context.caller.username,
    at: context.now.toISOString(),
    reason,
    method,
    instead: insteadOf(compiled, explained, { candidate, standing }),
    cost: candidate.cost ?? 0,
    of,
  }
}

/** Lists the constraints that the choice overrules. Throws an AppError if the caller may not overrule them. */
function checkOverrules(
  { caller, client }: Pick<Context, 'caller' | 'client'>,
  candidate: Candidate,
  { method, wording, isEligibleOnly }: { method: NamedMethod; wording: Wording; isEligibleOnly: boolean },
): StoredChoice['overruled'] {
  const verdict = choiceVerdict(candidate)
  if (verdict.kind === 'eligible') return []
  const why = unmetText(candidate, verdict.constraints, wording)
  if (verdict.kind === 'never')
    throw new AppError(
      'unprocessable',
      `${methodText(method)} cannot be chosen. ${why}. Choose another one, or ${remedyText(verdict.constraints)} first.`,
    )
  if (isEligibleOnly) throw new AppError('unprocessable', `${methodText(method)} is not eligible any more. ${why}.`)
  if (!mayCall({ edits: [OVERRULE] }, permissionsFor(caller, client)))
    throw new AppError(
      'unauthorized_access',
      `${methodText(method)} is not eligible. ${why}. To choose it, you need 'Edit' on Carrier by Hand: Overrule.`,
    )
  return verdict.constraints
}

/** The method without the choice: the one that allocation would choose, or else the current one. */
function insteadOf(
  compiled: CompiledBook,
  { candidates, chosen }: Explanation,
  { candidate, standing }: { candidate: Candidate; standing: CurrentConsignment },
): StoredChoice['instead'] {
  const id = chosen === candidate.clientMethodID ? standing.clientMethodID : chosen
  const other = candidates.find(({ clientMethodID }) => clientMethodID === id)
  return other ? { ...named(compiled, other), cost: other.cost ?? 0 } : null
}

const named = (compiled: CompiledBook, one: Omit<NamedMethod, 'carrierName'>): NamedMethod => ({
  clientMethodID: one.clientMethodID,
  carrier: one.carrier,
  methodDescription: one.methodDescription,
  carrierName: carrierName(compiled, one.carrier),
})

type Change = { choice: StoredChoice | null; version: number; commandId: string; reason: string }

/** Writes the order's next version with its history, the receipt for undoing the choice, and the audit row. */
async function saveChoice(
  context: Context,
  standing: CurrentConsignment,
  { choice, version, commandId, reason }: Change,
): Promise<void> {
  const { transaction, client, now, caller } = context
  const { orderNumber, number, of, status, consignment, clientMethodID, despatchDay, byHand } = standing
  const isMoved = consignment.despatchDay !== despatchDay
  const days = { before: formatDayShort(despatchDay), after: formatDayShort(consignment.despatchDay) }
  const prefix = of > 1 ? `Consignment ${number}: ` : ''
  await inOrder([
    writeOrderVersion(
      { transaction, client, now, byName: caller.username },
      {
        orderNumber,
        version,
        status,
        act: choice ? 'Carrier chosen by hand' : 'Carrier left to allocation',
        // All users who may see the order can read its history, so prices, other methods and the reason stay in the
        // decision.
        note: `${prefix}${choice ? methodText(choice.method) : 'Allocation chooses again'}${isMoved ? `. Despatched on ${days.after} instead of ${days.before}` : ''}`,
        changes: isMoved ? { date: days } : {},
      },
      { despatch_date: consignment.despatchDay },
    ),
    saveReceipt(context, standing, { version, commandId }),
    audit(context, {
      clientCode: client,
      act: 'order.carrier-chosen',
      object: `order ${orderNumber}`,
      before: { method: clientMethodID, byHand: byHand !== null },
      after: {
        version,
        consignment: number,
        method: choice?.clientMethodID ?? null,
        reason,
        ...(choice && choice.overruled.length > 0 && { overruled: choice.overruled }),
      },
    }),
  ])
}

/** Writes the receipt of the choice with the state that undoing it restores. */
async function saveReceipt(
  { transaction, client, now, caller }: Context,
  { orderNumber, status, number, byHand, clientMethodID }: CurrentConsignment,
  { version, commandId }: Pick<Change, 'version' | 'commandId'>,
): Promise<void> {
  await transaction.write(
    db.insertInto('order_receipts').values({
      client_code: client,
      order_number: orderNumber,
      command_id: commandId,
      user_id: caller.userId,
      at: now,
      action: 'choose-carrier',
      outcome: 'done',
      message: `The carrier of order ${orderNumber} has been chosen.`,
      status_before: status,
      suspended_for_before: null,
      version_after: version,
      undone_at: null,
      before: JSON.stringify({ number, choice: byHand, clientMethodID } satisfies BeforeChoice),
    }),
  )
}

/** The state before a choice, prefix undoing it restores. */
export type BeforeChoice = {
  readonly number: number
  readonly choice: StoredChoice | null
  readonly clientMethodID: string | null
}
