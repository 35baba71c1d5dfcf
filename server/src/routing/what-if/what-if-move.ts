import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { Decided } from '@despatch/contract/routing/allocation/explanation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { applyChanges } from '@despatch/domain/routing/rule-book/book-items'
import { type CompiledBook, compileBook } from '@despatch/domain/routing/rule-book/compile-book'
import { isChosenByHand } from '@despatch/domain/routing/allocation/allocate'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { type UsageRecord, toUsage } from '../allocation/capacity-usage.ts'
import { momentsOf } from '../terms/counted-terms.ts'
import { presentConsignment } from '../allocation/decision-dto.ts'
import { replayDecision } from '../allocation/replay-decision.ts'
import { loadWhatIf, presentMove } from './what-if-present.ts'
import { hasPlan } from './what-if-sides.ts'

type Answer = RouteAnswer<typeof routes.whatIfMove>

/**
 * Reads a consignment that would get another method, with both decisions replayed on their own consignment, rule book
 * and usage, so that a screen can explain them side by side. Throws an AppError (404) for an unknown one.
 */
export async function readWhatIfMove(
  context: Context,
  { params: { id, position } }: RouteChecked<typeof routes.whatIfMove>,
): Promise<Answer> {
  const { transaction, client, services } = context
  const { run, changes, rule_book_version: version } = await loadWhatIf(context, id)
  const row = await transaction.row(
    db
      .selectFrom('what_if_moves')
      .selectAll()
      .where('client_code', '=', client)
      .where('what_if_id', '=', id)
      .where('run', '=', run)
      .where('position', '=', Number(position)),
  )
  if (!row) throw new AppError('not_found', 'This trial has no such consignment.')
  const withDraft = row.consignment_after
  const asItIs = row.consignment_before ?? withDraft
  const { books } = services
  const moments = momentsOf([withDraft, asItIs])
  const counting = (book: CompiledBook) => books.withTerms(transaction, book, moments)
  const now = await books.book(transaction, client, version)
  const before = await counting(await books.book(transaction, client, row.rule_book_version_before ?? version))
  const after = await counting(compileBook(applyChanges(now.book, changes)))
  const sides = {
    before: replaySide(before, asItIs, row.usage_before),
    after: replaySide(after, withDraft, row.usage_after),
  }
  return {
    move: presentMove(row),
    consignment: hasPlan(withDraft) ? presentConsignment(withDraft, after) : presentConsignment(asItIs, before),
    ...(hasPlan(asItIs) && { consignmentBefore: presentConsignment(asItIs, before) }),
    ...sides,
    isByHand: {
      before: isChosenByHand(asItIs, sides.before.chosen),
      after: isChosenByHand(withDraft, sides.after.chosen),
    },
  }
}

function replaySide(compiled: CompiledBook, consignment: PlannedConsignment, seen: UsageRecord): Decided {
  if (!hasPlan(consignment)) return { ruleBookVersion: compiled.book.version, chosen: null, candidates: [] }
  return replayDecision(compiled, consignment, toUsage(seen))
}
