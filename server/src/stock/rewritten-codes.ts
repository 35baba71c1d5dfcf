import { CUT_SHORT, isCutShort, numberOfCode } from '@despatch/domain/text/spreadsheet-text'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

export const REWRITTEN = 'A spreadsheet has changed this code. Leading zeros or letters are lost'

/** Why a code in a file is rejected. */
export type RewrittenCode = { readonly reason: string; readonly value: string }

/**
 * Explains an unknown code that a spreadsheet has changed. `original` is the SKU that a spreadsheet would turn into the
 * same number.
 */
export function rewrittenCode(code: string, original: string | undefined): RewrittenCode | undefined {
  // A code like 00123 was not changed: spreadsheets write no leading zeros.
  if (original !== undefined && original !== code && !code.startsWith('0'))
    return { reason: REWRITTEN, value: `${code}: there is ${original}` }
  return isCutShort(code) ? { reason: CUT_SHORT, value: code } : undefined
}

/** The unknown codes that a spreadsheet has changed, by code. */
export async function rewrittenCodes(
  transaction: Transaction,
  client: string,
  codes: Iterable<string>,
): Promise<Map<string, RewrittenCode>> {
  const named = [...new Set(codes)].map((code) => ({ code, number: numberOfCode(code) }))
  const byNumber = await skusByNumber(
    transaction,
    client,
    named.flatMap(({ number }) => number ?? []),
  )
  return new Map(
    named.flatMap(({ code, number }) => {
      const found = rewrittenCode(code, number === undefined ? undefined : byNumber.get(number))
      return found ? [[code, found] as const] : []
    }),
  )
}

/** SKUs that a spreadsheet turns into these numbers, by number. */
export async function skusByNumber(
  transaction: Transaction,
  client: string,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await transaction.rows(
    sql<{ number: string; code: string }>`
      select code_number as number, min(sku_code) as code from skus
      where client_code = ${client} and code_number = any (${numbers}::text[])
      group by code_number`.compile(db),
  )
  return new Map(rows.map(({ number, code }) => [number, code]))
}
