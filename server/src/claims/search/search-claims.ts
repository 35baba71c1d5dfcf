import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { CAUSE_LABELS } from '@despatch/domain/claims/claim'
import { formatMoney } from '@despatch/domain/money/money'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { Context } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { printForm } from '../../pdf/print-form.ts'
import { type ClaimFormRow, claimForm } from '../preparation/claim-form.ts'
import { findBranches, presentBranch, type WholeBranch } from './branches.ts'
import type { ClaimableRow } from './claimable-rows.ts'

/** Lists one page of a customer's branches, with the claimable parcels of each. */
export async function searchBranch(
  context: Context,
  { body }: RouteChecked<typeof routes.searchBranch>,
): Promise<RouteAnswer<typeof routes.searchBranch>> {
  const branches = await findBranches(context, body)
  const from = (body.page - 1) * body.limit
  const today = dayOf(context.now)
  return {
    branches: branches.slice(from, from + body.limit).map((branch) => presentBranch(branch, today)),
    totalRows: branches.length,
  }
}

/**
 * Prints the claim form of a search as a PDF, with a table for each branch; the file is empty if nothing can be
 * claimed.
 */
export async function searchClaims(
  context: Context,
  { body }: RouteChecked<typeof routes.search>,
): Promise<FileAnswer> {
  const { caller, now } = context
  const branches = (await findBranches(context, body)).filter(({ rows }) => rows.length > 0)
  const from = (body.page - 1) * body.limit
  const page = branches.slice(from, from + body.limit)
  return new FileAnswer(`Claim form ${dayOf(now)}.pdf`, async () =>
    page.length === 0
      ? new Uint8Array()
      : printForm(
          claimForm({
            facts: [
              { name: 'Customer', text: body.customer },
              ...(body.dateFrom ? [{ name: 'Despatched from', text: formatDayShort(body.dateFrom) }] : []),
              ...(body.dateTo ? [{ name: 'Despatched to', text: formatDayShort(body.dateTo) }] : []),
            ],
            tables: page.map((branch) => ({
              heading: headingOf(branch),
              rows: branch.rows.map((row) => formRow(row, caller.sees.costs)),
            })),
            notes: [],
            by: caller.username,
            now,
          }),
        ),
  )
}

const headingOf = (branch: WholeBranch) =>
  [branch.Branch_Code, branch.Address_1, branch.Address_2, branch.Address_3, branch.Address_4, branch.Post_Code]
    .filter(Boolean)
    .join(', ')

const formRow = (row: ClaimableRow, withCarriage: boolean): ClaimFormRow => ({
  trackingNumber: row.written_as,
  orderNumber: row.order_number,
  carrier: row.carrier_name,
  cause: CAUSE_LABELS[row.cause],
  despatched: formatDayShort(row.despatched_on),
  deadline: formatDayShort(row.deadline),
  amount: formatMoney(costText(withCarriage ? row.amount : row.goods), row.currency),
})
