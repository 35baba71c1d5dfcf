import {
  type AgreedCharge as AgreedChargeDto,
  type AgreedDivisor as AgreedDivisorDto,
  NO_CONDITIONS,
} from '@despatch/contract/invoices/settings'
import type { Zone as ZoneDto } from '@despatch/contract/invoices/zones'
import { costOfText, cubicCentimetresOf, gramsOf, millimetresOf } from '@despatch/domain/routing/allocation/units'
import {
  type AgreedAmount,
  type AgreedCharge,
  type AgreedDivisor,
  ONE_PERCENT,
} from '@despatch/domain/routing/terms/agreed-charge'
import type { Terms } from '@despatch/domain/routing/terms/carrier-terms'
import { type Conditions, countConditions } from '@despatch/domain/routing/terms/conditions'
import type { Zone } from '@despatch/domain/routing/terms/zones'
import { postcodeEntries } from '@despatch/domain/text/postcode-ranges'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** The fields of an agreement that have their own columns. */
export type OwnColumns = 'carrierCode' | 'clientCode' | 'version' | 'changedAt' | 'changedBy'
type Own = OwnColumns
/** Terms stored before conditions or zones were introduced lack them. */
export type AgreedTerms = Omit<AgreedChargeDto, Own | 'agreedID' | 'conditions'> & {
  conditions?: Omit<WrittenConditions, 'zones'> & Partial<Pick<WrittenConditions, 'zones'>>
}
export type ZoneTerms = Omit<ZoneDto, Own | 'zoneID'>
export type DivisorTerms = Omit<AgreedDivisorDto, Own | 'divisorID'>

type StoredTerms<Terms> = { id: number; carrier: string; client: string; terms: Terms; by: string }
export type StoredRow =
  | (StoredTerms<AgreedTerms> & { kind: 'agreed' })
  | (StoredTerms<DivisorTerms> & { kind: 'divisor' })
  | (StoredTerms<ZoneTerms> & { kind: 'zone' })

/** The terms of all carriers: today's, or as they were known at a moment. Also in transactions of clients' users. */
export async function loadTerms(transaction: Transaction, knownAt?: Date | string): Promise<Terms> {
  return toTerms(await transaction.rows(selectTerms(knownAt ?? 'infinity')))
}

export function toTerms(rows: readonly StoredRow[]): Terms {
  const zones = rows.filter((row) => row.kind === 'zone')
  const zonesOf = Map.groupBy(zones, ({ carrier, terms }) => zoneKey(carrier, terms.code))
  return {
    agreedCharges: rows.flatMap((row) => (row.kind === 'agreed' ? toCharge(row, zonesOf) : [])),
    divisors: rows.flatMap((row) => (row.kind === 'divisor' ? toDivisor(row) : [])),
  }
}

const selectTerms = fixed((at: Date | string) => sql<StoredRow>`select * from carrier_terms_at(${at})`.compile(db))

export const percentOf = (text: string) => Math.round(Number(text) * ONE_PERCENT)
export const costOrNull = (text: string | null) => (text === null ? null : costOfText(text))
export const clientOrNull = (client: string) => (client === '' ? null : client)

/** Rows of zones by carrier and code. */
type Zones = ReadonlyMap<string, readonly StoredTerms<ZoneTerms>[]>
const zoneKey = (carrier: string, code: string) => `${carrier} ${code}`

const toZone = (carrier: string, code: string, zones: Zones): Zone => ({
  code,
  rows: (zones.get(zoneKey(carrier, code)) ?? []).map(({ terms }) => ({
    ...terms,
    postcodes: postcodeEntries(terms.postcodes.join()),
  })),
})

const toCharge = ({ id, carrier, client, terms, by }: StoredTerms<AgreedTerms>, zones: Zones): AgreedCharge => ({
  id: String(id),
  carrier,
  client: clientOrNull(client),
  from: terms.from,
  to: terms.to,
  by,
  code: terms.chargeCode,
  category: terms.category,
  text: terms.chargeText,
  amount: toAmount(terms.amount),
  when: terms.when,
  least: costOrNull(terms.least),
  most: costOrNull(terms.most),
  currency: terms.currency,
  ...conditionsOf(carrier, { ...NO_CONDITIONS, ...terms.conditions }, zones),
})

type WrittenConditions = AgreedChargeDto['conditions']
type WrittenRange = WrittenConditions['weight']
const toRange = (range: WrittenRange, of: (written: number) => number) =>
  range && { above: range.above === null ? null : of(range.above), upTo: range.upTo === null ? null : of(range.upTo) }

function conditionsOf(carrier: string, written: WrittenConditions, all: Zones): { conditions?: Conditions } {
  if (countConditions(written) === 0) return {}
  const { weight, length, volume, postcodes, zones, ...lists } = written
  return {
    conditions: {
      ...lists,
      postcodes: postcodeEntries(postcodes.join()),
      zones: zones.map((code) => toZone(carrier, code, all)),
      weight: toRange(weight, gramsOf),
      length: toRange(length, millimetresOf),
      volume: toRange(volume, cubicCentimetresOf),
    },
  }
}

function toAmount(amount: AgreedTerms['amount']): AgreedAmount {
  if (amount.kind === 'percent') return { ...amount, percent: percentOf(amount.percent) }
  return { ...amount, money: costOfText(amount.money) }
}

const toDivisor = ({ id, carrier, client, terms, by }: StoredTerms<DivisorTerms>): AgreedDivisor => ({
  id: String(id),
  carrier,
  client: clientOrNull(client),
  by,
  ...terms,
})
