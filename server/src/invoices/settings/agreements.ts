import type { CarrierAccount as CarrierAccountDto } from '@despatch/contract/invoices/carrier-accounts'
import {
  type AgreedCharge as AgreedChargeDto,
  NO_CONDITIONS,
  type Tolerance as ToleranceDto,
} from '@despatch/contract/invoices/settings'
import type { Zone as ZoneDto } from '@despatch/contract/invoices/zones'
import type { LedgerAccount as LedgerAccountDto } from '@despatch/contract/invoices/ledger-accounts'
import type {
  AgreedDivisor as AgreedDivisorDto,
  CurrencyRate as CurrencyRateDto,
  ServiceName as ServiceNameDto,
} from '@despatch/contract/invoices/settings'
import type { LedgerAccount } from '@despatch/domain/invoices/postings/ledger-accounts'
import type { Allowance, JudgingRules, Tolerance } from '@despatch/domain/invoices/judging/rules'
import type { AgreedAmount, AgreedCharge, AgreedDivisor } from '@despatch/domain/routing/terms/agreed-charge'
import { ONE_PERCENT } from '@despatch/domain/routing/terms/agreed-charge'
import { type Conditions, countConditions } from '@despatch/domain/routing/terms/conditions'
import type { Zone } from '@despatch/domain/routing/terms/zones'
import { postcodeEntries } from '@despatch/domain/text/postcode-ranges'
import { costOfText, cubicCentimetresOf, gramsOf, millimetresOf } from '@despatch/domain/routing/allocation/units'
import type pg from 'pg'
import type { StoredDisputeTerms } from '../disputes/dispute-terms.ts'
import type { ExchangeRate } from './rates.ts'

/** The stored terms of an agreement: the fields of its form except those with their own columns. */
type Own = 'carrierCode' | 'clientCode' | 'version' | 'changedAt' | 'changedBy'
export type ToleranceTerms = Omit<ToleranceDto, Own | 'toleranceID'>
/** Terms stored before conditions or zones were introduced lack them. */
export type AgreedTerms = Omit<AgreedChargeDto, Own | 'agreedID' | 'conditions'> & {
  conditions?: Omit<WrittenConditions, 'zones'> & Partial<Pick<WrittenConditions, 'zones'>>
}
export type ZoneTerms = Omit<ZoneDto, Own | 'zoneID'>
export type DivisorTerms = Omit<AgreedDivisorDto, Own | 'divisorID'>
export type RateTerms = Omit<CurrencyRateDto, Own | 'rateID'>
export type ServiceNameTerms = Omit<ServiceNameDto, Own | 'serviceNameID'>
export type AccountTerms = Omit<CarrierAccountDto, Own | 'accountID'>

export type LedgerTerms = Omit<LedgerAccountDto, Own | 'ledgerAccountID'>

/** The stored terms by kind of agreement. */
export type TermsOf = {
  tolerance: ToleranceTerms
  agreed: AgreedTerms
  divisor: DivisorTerms
  zone: ZoneTerms
  rate: RateTerms
  'service name': ServiceNameTerms
  account: AccountTerms
  disputes: StoredDisputeTerms
  'ledger account': LedgerTerms
}
type StoredTerms<Terms> = { id: number; carrier: string; client: string; terms: Terms; by: string }

const columns = (id: string, table: string) =>
  `select ${id} as id, carrier, for_client as client, terms, changed_by as by from ${table} order by ${id}`

/** Reads terms as they were known at an instant, despite later changes and deletions. */
const columnsAt = (id: string, table: string, kind: 'agreed' | 'divisor' | 'zone') =>
  `select ${id} as id, carrier, for_client as client, terms, changed_by as by from ${table} where changed_at <= $1
   union all
   select agreement_id, carrier, for_client, terms, entered_by from invoice_agreements_before
   where kind = '${kind}' and entered_at <= $1 and ended_at > $1
   order by id`

/**
 * Reads the agreements with all carriers as judging needs them: today's, or charges, zones and divisors as known at
 * an instant. Tolerances and service names are always today's.
 */
export async function readAgreements(
  connection: pg.ClientBase,
  knownAt?: Date,
): Promise<Pick<JudgingRules, 'agreedCharges' | 'divisors' | 'tolerances' | 'serviceNames'>> {
  const tolerances = await connection.query<StoredTerms<ToleranceTerms>>(columns('tolerance_id', 'invoice_tolerances'))
  const at = knownAt ?? 'infinity'
  const charges = await connection.query<StoredTerms<AgreedTerms>>(columnsAt('agreed_id', 'invoice_agreed', 'agreed'), [
    at,
  ])
  const divisors = await connection.query<StoredTerms<DivisorTerms>>(
    columnsAt('divisor_id', 'invoice_divisors', 'divisor'),
    [at],
  )
  const zones = await connection.query<StoredTerms<ZoneTerms>>(columnsAt('zone_id', 'invoice_zones', 'zone'), [at])
  const zonesOf = Map.groupBy(zones.rows, ({ carrier, terms }) => zoneKey(carrier, terms.code))
  const names = await connection.query<StoredTerms<ServiceNameTerms>>(
    columns('service_name_id', 'invoice_service_names'),
  )
  return {
    serviceNames: names.rows.map(({ carrier, terms }) => ({ carrier, ...terms })),
    tolerances: tolerances.rows.map(toTolerance),
    agreedCharges: charges.rows.map((row) => toCharge(row, zonesOf)),
    divisors: divisors.rows.map(toDivisor),
  }
}

/**
 * Reads exchange rates, in any order: all, or those entered by an instant. Earlier values of a changed rate are not
 * stored, so it counts with its present value.
 */
export async function readRates(connection: pg.ClientBase, knownAt?: Date): Promise<ExchangeRate[]> {
  const { rows } = await connection.query<{ terms: RateTerms }>(
    'select terms from invoice_rates where version > 1 or changed_at <= $1',
    [knownAt ?? 'infinity'],
  )
  return rows.map(({ terms }) => ({ ...terms, millionths: Math.round(Number(terms.rate) * 1_000_000) }))
}

/** Reads the ledger codes of posting accounts. */
export async function readLedgerAccounts(connection: pg.ClientBase): Promise<LedgerAccount[]> {
  const { rows } = await connection.query<{ client: string; terms: LedgerTerms }>(
    'select for_client as client, terms from invoice_ledger_accounts',
  )
  return rows.map(({ client, terms }) => ({ client, ...terms }))
}

const percentOf = (text: string) => Math.round(Number(text) * ONE_PERCENT)
const costOrNull = (text: string | null) => (text === null ? null : costOfText(text))
const clientOrNull = (client: string) => (client === '' ? null : client)

const toAllowance = ({ money, percent }: { money: string | null; percent: string | null }): Allowance => ({
  money: costOrNull(money),
  percent: percent === null ? null : percentOf(percent),
})

const toTolerance = ({ carrier, client, terms }: StoredTerms<ToleranceTerms>): Tolerance => ({
  carrier,
  client: clientOrNull(client),
  row: toAllowance(terms.row),
  charge: toAllowance(terms.charge),
  invoice: costOrNull(terms.invoice),
})

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
