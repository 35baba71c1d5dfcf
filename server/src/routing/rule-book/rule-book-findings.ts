import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { checkBook, type Finding } from '@despatch/domain/routing/rule-book/check-book'
import type { Parcel } from '@despatch/domain/routing/allocation/consignment'
import {
  bookNames,
  exampleSentence,
  findingPlace,
  findingSentence,
} from '@despatch/domain/routing/rule-book/finding-text'
import type { RuleBook } from '@despatch/domain/routing/rule-book/rule-book'
import { dayOf, daysOffAfter } from '@despatch/domain/calendar/day'
import { nameHold } from '@despatch/domain/routing/fixed-routing/route-name'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { presentVersion, publishedVersion } from './rule-book-versions.ts'

const MAX_FINDINGS = 500
/** A finding names at most this many SKUs and counts the others. */
const MAX_LISTED_NAMES = 5

/** Changes of the calendar beyond this many days do not invalidate cached findings. */
const DAYS_KNOWN = 366

/** The last findings of a book with the inputs of the check. A book object is one version and never changes. */
const checked = new WeakMap<RuleBook, { readonly inputs: string; readonly findings: readonly Finding[] }>()

/** Checks the current rule book from today (the operator's day) on. */
async function check({ services, transaction, client, now }: Context) {
  const [{ book }, { least, weightless }, daysOff] = await Promise.all([
    services.books.book(transaction, client),
    leastGoods(transaction, client),
    clientDaysOff(transaction, client),
  ])
  const from = dayOf(now)
  const inputs = JSON.stringify([from, least, weightless, daysOffAfter(from, daysOff, DAYS_KNOWN)])
  const known = checked.get(book)
  if (known?.inputs === inputs) return { book, findings: known.findings }
  const findings = checkBook(book, { from, daysOff, skus: least ? [least] : [], weightless })
  checked.set(book, { inputs, findings })
  return { book, findings }
}

/**
 * Finds the smallest weight and size of the client's SKUs: no goods fit a limit below it. Unmeasured SKUs do not count,
 * nor do products with boxes, which are not packed themselves. `least` is undefined if no SKU is measured. `weightless`
 * has the number of SKUs whose weight is 0 or unknown, and the first of them by code.
 */
async function leastGoods(
  transaction: Transaction,
  client: string,
): Promise<{ least: Parcel | undefined; weightless: { count: number; first: string[] } }> {
  const least = await transaction.row(
    sql<{ [Of in keyof Parcel]: number | null } & { weightless: number; first: string[] | null }>`
      select min(weight) as weight, min(length) as length, min(volume) as volume,
        count(*) filter (where coalesce(weight, 0) = 0)::int as weightless,
        (array_agg(sku_code order by sku_code) filter (where coalesce(weight, 0) = 0))[1:${MAX_LISTED_NAMES}] as first
      from skus s
      where client_code = ${client} and not exists (
        select from sku_components c where c.client_code = s.client_code and c.sku_code = s.sku_code
      )`.compile(db),
  )
  const { weight = null, length = null, volume = null } = least ?? {}
  const isUnknown = weight === null && length === null && volume === null
  return {
    least: isUnknown ? undefined : { weight: weight ?? 0, length: length ?? 0, volume: volume ?? 0 },
    weightless: { count: least?.weightless ?? 0, first: least?.first ?? [] },
  }
}

/** Reads the current rule book's version and number of findings. */
export async function readRuleBook(context: Context): Promise<RouteAnswer<typeof routes.ruleBook>> {
  const { book, findings } = await check(context)
  const version = await context.transaction.row(publishedVersion(context.client, book.version))
  return { ...presentVersion(version), findings: findings.length }
}

/** Lists the problems of the current rule book for people, each with an example consignment; at most 500. */
export async function listFindings(context: Context): Promise<RouteAnswer<typeof routes.findings>> {
  const { book, findings } = await check(context)
  const names = bookNames(book)
  return {
    version: book.version,
    findings: findings.slice(0, MAX_FINDINGS).map((finding) => ({
      kind: finding.kind,
      sentence: findingSentence(finding, names),
      place: findingPlace(finding),
      example: finding.example && {
        sentence: exampleSentence(finding.example, names),
        consignment: plain(finding.example, book),
      },
    })),
    hasMore: findings.length > MAX_FINDINGS,
  }
}

/** Copies a consignment into the mutable type of answers. */
function plain(
  {
    parcels,
    heldTo,
    daysOff: _none,
    stops: _noStops,
    clock: _noClock,
    ...consignment
  }: NonNullable<Finding['example']>,
  book: RuleBook,
) {
  const namedHold = nameHold(heldTo, book)
  return {
    ...consignment,
    parcels: parcels.map((parcel) => ({ ...parcel })),
    heldTo: namedHold && { ...namedHold, customPreferenceIDs: [...namedHold.customPreferenceIDs] },
  }
}
