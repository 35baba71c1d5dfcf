import type { CarrierAccount as CarrierAccountDto } from '@despatch/contract/invoices/carrier-accounts'
import type { LedgerAccount as LedgerAccountDto } from '@despatch/contract/invoices/ledger-accounts'
import type { ServiceName as ServiceNameDto, Tolerance as ToleranceDto } from '@despatch/contract/invoices/settings'
import type { LedgerAccount } from '@despatch/domain/invoices/postings/ledger-accounts'
import type { Allowance, JudgingRules, Tolerance } from '@despatch/domain/invoices/judging/rules'
import type pg from 'pg'
import type { StoredDisputeTerms } from '../disputes/dispute-terms.ts'
import { type ExchangeRate, type RateTerms, toRates } from '../../routing/terms/rates.ts'
import {
  type AgreedTerms,
  clientOrNull,
  costOrNull,
  type DivisorTerms,
  loadTerms,
  type OwnColumns as Own,
  percentOf,
  type ZoneTerms,
} from '../../routing/terms/stored-terms.ts'
import { Transaction } from '../../database/transaction.ts'

/** The stored terms of an agreement: the fields of its form except those with their own columns. */
export type ToleranceTerms = Omit<ToleranceDto, Own | 'toleranceID'>
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

/**
 * Reads the agreements with all carriers as judging needs them: today's, or charges, zones and divisors as known at
 * an instant. Tolerances and service names are always today's.
 */
export async function readAgreements(
  connection: pg.ClientBase,
  knownAt?: Date,
): Promise<Pick<JudgingRules, 'agreedCharges' | 'divisors' | 'tolerances' | 'serviceNames'>> {
  const tolerances = await connection.query<StoredTerms<ToleranceTerms>>(columns('tolerance_id', 'invoice_tolerances'))
  const names = await connection.query<StoredTerms<ServiceNameTerms>>(
    columns('service_name_id', 'invoice_service_names'),
  )
  return {
    serviceNames: names.rows.map(({ carrier, terms }) => ({ carrier, ...terms })),
    tolerances: tolerances.rows.map(toTolerance),
    ...(await loadTerms(new Transaction(connection), knownAt)),
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
  return toRates(rows)
}

/** Reads the ledger codes of posting accounts. */
export async function readLedgerAccounts(connection: pg.ClientBase): Promise<LedgerAccount[]> {
  const { rows } = await connection.query<{ client: string; terms: LedgerTerms }>(
    'select for_client as client, terms from invoice_ledger_accounts',
  )
  return rows.map(({ client, terms }) => ({ client, ...terms }))
}

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
