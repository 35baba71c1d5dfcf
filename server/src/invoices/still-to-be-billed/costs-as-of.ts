import { addDays, type Day, startOfDay } from '@despatch/domain/calendar/day'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { OrderKey } from '../matching/load-consignments.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import type { ParcelKey } from '../parcel-accounts/accounts.ts'
import { WHOLE } from '../scope.ts'
import { calculateCosts } from './calculate-accruals.ts'

/** A client and carrier. */
type Contract = { readonly client: string; readonly carrier: string }
const contractKey = ({ client, carrier }: Contract) => `${client} ${carrier}`

/** Parcels whose costs are calculated at a time. */
const BATCH_SIZE = 2000

/** The last instant of a day in the operator's time zone. */
const endOf = (day: Day) => new Date(startOfDay(addDays(day, 1)).getTime() - 1)

/**
 * Clients and carriers whose prices or terms were entered, changed or removed after a day. A new exchange rate
 * counts, because agreements may be in another currency.
 */
const ENTERED_SINCE = (asOf: Day) => sql<Contract>`
  select distinct i.client_code as client, i.content ->> 'carrier' as carrier
  from rule_books b join rule_book_items i on i.client_code = b.client_code and b.version in (i.from_version, i.to_version)
  where b.published_at > ${endOf(asOf)} and i.kind = 'method'
  union
  select c.client_code, t.carrier
  from (
    select carrier, for_client from invoice_agreed where changed_at > ${endOf(asOf)}
    union select carrier, for_client from invoice_divisors where changed_at > ${endOf(asOf)}
    union select carrier, for_client from invoice_zones where changed_at > ${endOf(asOf)}
    union select carrier, for_client from invoice_agreements_before where ended_at > ${endOf(asOf)}
    union select carrier, for_client from invoice_agreed where exists (
      select from invoice_rates where version = 1 and changed_at > ${endOf(asOf)}
    )
  ) t join clients c on t.for_client in ('', c.client_code)`

/**
 * Calculates what parcels should cost by the prices and terms entered by the end of a day. Stored costs use
 * everything entered until now, so only clients and carriers with later entries are calculated.
 */
export class CostsAsOf {
  readonly #transaction: Transaction
  readonly #asOf: Day
  readonly #changed: ReadonlySet<string>
  readonly #rules = new Map<string, Rules>()

  private constructor(transaction: Transaction, asOf: Day, changed: ReadonlySet<string>) {
    this.#transaction = transaction
    this.#asOf = asOf
    this.#changed = changed
  }

  static async open(transaction: Transaction, asOf: Day): Promise<CostsAsOf> {
    const changed = await seeTerms(transaction, () => transaction.rows(ENTERED_SINCE(asOf).compile(db)))
    return new CostsAsOf(transaction, asOf, new Set(changed.map(contractKey)))
  }

  /** Whether the stored costs of a client and carrier may differ from those known at the end of the day. */
  hasChanged(contract: Contract): boolean {
    return this.#changed.has(contractKey(contract))
  }

  /** Returns costs in ten-thousandths of the client's currency by tracking number; null if unknown. */
  async of(client: string, parcels: readonly (ParcelKey & OrderKey)[]): Promise<ReadonlyMap<string, Cost | null>> {
    const transaction = this.#transaction
    return seeTerms(transaction, async () => {
      let rules = this.#rules.get(client)
      if (!rules) {
        rules = await loadRules(transaction.connection, [client], endOf(this.#asOf))
        this.#rules.set(client, rules)
      }
      const costs = new Map<string, Cost | null>()
      for (let at = 0; at < parcels.length; at += BATCH_SIZE) {
        const some = await calculateCosts(transaction, parcels.slice(at, at + BATCH_SIZE), rules)
        for (const [trackingNumber, cost] of some) costs.set(trackingNumber, cost)
      }
      return costs
    })
  }
}

/** Agreements with carriers are the operator's: calls of client users read them only here, and show none of them. */
async function seeTerms<Result>(transaction: Transaction, find: () => Promise<Result>): Promise<Result> {
  const seen = await transaction.row(
    sql<{ clients: string[] }>`select nullif(current_setting('app.clients', true), '')::text[] as clients`.compile(db),
  )
  const clients = seen?.clients ?? []
  await seeClients(transaction, [...new Set([WHOLE, ...clients])])
  const found = await find()
  await seeClients(transaction, clients)
  return found
}
