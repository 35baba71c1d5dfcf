import { createHash } from 'node:crypto'
import type { Branch } from '@despatch/contract/claims/claim'
import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import {
  claimableColumns,
  claimableNames,
  type ClaimableRow,
  openCandidates,
  presentClaimable,
} from './claimable-rows.ts'

/** The newest orders of a customer that are searched. */
const MAX_ORDERS = 20_000
/** The number of parcels listed for a branch. */
export const MAX_OF_BRANCH = 100

type BranchQuery = RouteChecked<typeof routes.searchBranch>['body']
type Address = {
  client_code: string
  address_line_1: string
  address_line_2: string
  address_line_3: string
  address_line_4: string
  post_code: string
  country: string
}
type BranchRow = ClaimableRow & Address

/** A branch with all its claimable parcels. */
export type WholeBranch = Omit<Branch, 'claimable' | 'ConsolidatedList'> & { readonly rows: readonly ClaimableRow[] }

/**
 * Finds the branches of a customer: the addresses of its despatched orders, those with the most to claim first. The
 * customer is an account, otherwise an email. Empty without orders.
 */
export async function findBranches({ transaction, clients, now }: Context, query: BranchQuery): Promise<WholeBranch[]> {
  const filter = {
    today: dayOf(now),
    carrier: query.carrier,
    cause: query.cause,
    despatchedFrom: query.dateFrom,
    despatchedTo: query.dateTo,
  }
  const address = sql`o.client_code, o.address_line_1, o.address_line_2, o.address_line_3, o.address_line_4, o.post_code, o.country`
  const orders = sql`(
    select o.* from orders o where o.client_code = any (${clients}::text[])
      and o.customer_account = ${query.customer} and o.customer_account <> '' and o.status in ('D', 'V')
    union all
    select o.* from orders o where o.client_code = any (${clients}::text[])
      and o.email collate any_case = ${query.customer} and o.email <> '' and o.status in ('D', 'V')
      and not exists (select from orders a where a.client_code = any (${clients}::text[])
        and a.customer_account = ${query.customer} and a.customer_account <> '')
    order by ordered_at desc limit ${MAX_ORDERS}
  ) o`
  const [addresses, found] = await Promise.all([
    transaction.rows(sql<Address>`select distinct ${address} from ${orders}`.compile(db)),
    transaction.rows(
      sql<BranchRow>`
        select ${claimableColumns}, o.address_line_1, o.address_line_2, o.address_line_3, o.address_line_4, o.post_code, o.country
        from ${orders}
        cross join lateral (
          select * from claim_candidates c where c.client_code = o.client_code
            and c.order_number between o.order_number and o.order_number and ${openCandidates(filter)}
          order by c.order_number offset 0
        ) c ${claimableNames}
        order by c.deadline, c.tracking_number`.compile(db),
    ),
  ])
  const parcels = Map.groupBy(found, branchCode)
  const branches = [...Map.groupBy(addresses, branchCode)].map(([code, [first]]) => ({
    clientCode: first?.client_code ?? '',
    Branch_Code: code,
    Address_1: first?.address_line_1 ?? '',
    Address_2: first?.address_line_2 ?? '',
    Address_3: first?.address_line_3 ?? '',
    Address_4: first?.address_line_4 ?? '',
    Post_Code: first?.post_code ?? '',
    Country: first?.country ?? '',
    rows: parcels.get(code) ?? [],
  }))
  return branches
    .filter(({ Branch_Code }) => !query.Branch_Code || Branch_Code === query.Branch_Code.toUpperCase())
    .toSorted((one, other) => other.rows.length - one.rows.length || (one.Branch_Code < other.Branch_Code ? -1 : 1))
}

/** 'M11AE-3F9A12': the postcode, and a hash of the whole address in a normalised form. */
export function branchCode(address: Address): string {
  const lines = [1, 2, 3, 4].map((line) => address[`address_line_${line}` as keyof Address])
  const whole = [address.client_code, ...lines, address.post_code, address.country]
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .join('|')
  const mark = createHash('sha256').update(whole).digest('hex').slice(0, 6).toUpperCase()
  return `${
    address.post_code
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
      .slice(0, 10) || address.country
  }-${mark}`
}

export const presentBranch = ({ rows, ...branch }: WholeBranch, today: string): Branch => ({
  ...branch,
  claimable: rows.length,
  ConsolidatedList: rows.slice(0, MAX_OF_BRANCH).map((row) => presentClaimable(row, today)),
})
