import { KNOWN_LAYOUTS } from '@despatch/domain/invoices/column-mapping/known-layouts'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

export type NamedCarrier = { code: string; name: string }

/** Reads the layouts that recognise files: the newest versions of the operator's own, then the built-in ones. */
export async function readLayouts(transaction: Transaction): Promise<Layout[]> {
  const rows = await transaction.rows(
    sql<{ layout: unknown }>`select distinct on (code) layout from invoice_layouts order by code, version desc`.compile(
      db,
    ),
  )
  const own = rows.map(({ layout }) => layout as Layout)
  return [...own, ...KNOWN_LAYOUTS.filter(({ code }) => own.every((layout) => layout.code !== code))]
}

/** Reads the carriers that have a layout, by code and name. */
export async function readLayoutCarriers(transaction: Transaction): Promise<NamedCarrier[]> {
  const [layouts, carriers] = await Promise.all([readLayouts(transaction), readRuleBookCarriers(transaction)])
  const named = layouts.map(({ carrier }) => ({ code: carrierCodeOf(carrier, carriers), name: carrier }))
  return [...new Map(named.map((carrier) => [carrier.code, carrier])).values()]
}

/** Reads the carriers of all published rule books that the transaction sees. */
export const readRuleBookCarriers = (transaction: Transaction): Promise<NamedCarrier[]> =>
  transaction.rows(
    sql<NamedCarrier>`select distinct item_key as code, content ->> 'name' as name from rule_book_items
      where kind = 'carrier' and to_version is null order by 1, 2`.compile(db),
  )

/**
 * Finds a carrier's code in the spelling of rule books and layouts, ignoring case. An unknown code is returned
 * unchanged.
 */
export async function canonicalCarrierCode(transaction: Transaction, written: string): Promise<string> {
  const known = [...(await readRuleBookCarriers(transaction)), ...(await readLayoutCarriers(transaction))]
  const codes = known.map(({ code }) => code)
  const alike = codes.find((code) => code.toLowerCase() === written.toLowerCase())
  return codes.includes(written) ? written : (alike ?? written)
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * Finds the code of a layout's carrier: of the rule books' carrier with its name or code ('Royal Mail'), else of the
 * one with its first word ('DPD UK', 'DHL Express'); else its name in capitals.
 */
export function carrierCodeOf(name: string, carriers: readonly NamedCarrier[]): string {
  const find = (wanted: string) =>
    carriers.find((carrier) => plain(carrier.code) === wanted || plain(carrier.name) === wanted)
  const known = find(plain(name)) ?? find(plain(name.split(' ')[0] ?? ''))
  return (
    known?.code ??
    name
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '')
      .slice(0, 20)
  )
}
