import { Anchor } from '@mantine/core'
import type { CarrierAccount } from '@despatch/contract/invoices/carrier-accounts'
import type { DisputeTerms } from '@despatch/contract/invoices/dispute-terms'
import type { LedgerAccount } from '@despatch/contract/invoices/ledger-accounts'
import type {
  AgreedCharge,
  AgreedDivisor,
  CurrencyRate,
  ServiceName,
  Tolerance,
} from '@despatch/contract/invoices/settings'
import type { Zone } from '@despatch/contract/invoices/zones'
import { hasCharge, hasClient } from '@despatch/domain/invoices/postings/ledger-accounts'
import { formatMoney } from '@despatch/domain/money/money'
import type { ReactNode } from 'react'
import fileStyles from '../../kit/form/file.module.css'
import { currencyOf, currencyOfAll } from '../../kit/session/use-currency.ts'
import { DayText, InstantText } from '../../kit/list/columns/cells.tsx'
import { agreedText, agreedValues, clientText, daysText } from './agreement-values.ts'
import { conditionsText } from './condition-values.ts'
import styles from './agreements.module.css'
import { PAYABLE_LABELS } from './dispute-terms-values.ts'
import { chargeText } from './ledger-account-values.ts'
import { rateText } from './rate-values.ts'
import { someOf, zoneText } from './zones/zone-values.ts'

export type AgreementTableProps<Of> = { readonly rows: readonly Of[]; readonly onOpen: (row: Of) => void }

/** Allowed differences, by carrier and client. */
export function ToleranceTable({ rows, onOpen }: AgreementTableProps<Tolerance>) {
  if (rows.length === 0) return <p className={styles.lead}>No tolerances. Any difference counts as a variance.</p>
  return (
    <AgreementTable label="Tolerances" columns={['Carrier', 'Client', 'A row', 'A charge', 'An invoice', 'Set']}>
      {rows.map((row) => (
        <tr key={row.toleranceID}>
          <th scope="row">
            <Opener text={row.carrierCode} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="Client">{clientText(row.clientCode)}</td>
          <td data-label="A row">{allowanceText(row, row.row)}</td>
          <td data-label="A charge">{allowanceText(row, row.charge)}</td>
          <td data-label="An invoice">
            {row.invoice === null ? 'No limit' : formatMoney(row.invoice, currencyFor(row))}
          </td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

/** Charges that carriers may bill beside the price. */
export function AgreedTable({ rows, onOpen }: AgreementTableProps<AgreedCharge>) {
  if (rows.length === 0) return <p className={styles.lead}>No agreed charges. All extra charges count as variances.</p>
  return (
    <AgreementTable
      label="Agreed charges"
      columns={['Charge', 'Carrier', 'Client', 'For', 'Rate', 'Applies to', 'When', 'Despatch dates', 'Set']}
    >
      {rows.map((row) => (
        <tr key={row.agreedID}>
          <th scope="row">
            <Opener text={row.chargeText} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="Carrier">{row.carrierCode}</td>
          <td data-label="Client">{clientText(row.clientCode)}</td>
          <td data-label="For">{row.category}</td>
          <td data-label="Rate">{agreedText(agreedValues(row))}</td>
          <td data-label="Applies to">{conditionsText(agreedValues(row))}</td>
          <td data-label="When">{row.when}</td>
          <td data-label="Shipped">{daysText({ from: row.from, to: row.to ?? '' })}</td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

/** The places that carriers' zones cover. */
export function ZoneTable({ rows, onOpen }: AgreementTableProps<Zone>) {
  if (rows.length === 0)
    return <p className={styles.lead}>No zones. Agreed charges use their own countries and postcodes.</p>
  return (
    <AgreementTable label="Zones" columns={['Zone', 'Carrier', 'Countries', 'Postcodes', 'Despatch dates', 'Set']}>
      {rows.map((row) => (
        <tr key={row.zoneID}>
          <th scope="row">
            <Opener text={zoneText(row)} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="Carrier">{row.carrierCode}</td>
          <td data-label="Countries">{someOf(row.countries)}</td>
          <td data-label="Postcodes">{row.postcodes.length === 0 ? 'All' : someOf(row.postcodes)}</td>
          <td data-label="Shipped">{daysText({ from: row.from, to: row.to ?? '' })}</td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

/** Divisors by which carriers may bill size instead of weight. */
export function DivisorTable({ rows, onOpen }: AgreementTableProps<AgreedDivisor>) {
  if (rows.length === 0) return <p className={styles.lead}>No volumetric divisors.</p>
  return (
    <AgreementTable label="Volumetric divisors" columns={['Carrier', 'Client', 'Divisor', 'Despatch dates', 'Set']}>
      {rows.map((row) => (
        <tr key={row.divisorID}>
          <th scope="row">
            <Opener text={row.carrierCode} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="Client">{clientText(row.clientCode)}</td>
          <td data-label="Divisor">{row.divisor} cm³ per kg</td>
          <td data-label="Shipped">{daysText({ from: row.from, to: row.to ?? '' })}</td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

/** How disputes with carriers are handled. */
export function DisputeTermsTable({ rows, onOpen }: AgreementTableProps<DisputeTerms>) {
  if (rows.length === 0) return <p className={styles.lead}>No dispute terms.</p>
  return (
    <AgreementTable label="Dispute terms" columns={['Carrier', 'Paid while open', 'Deadline', 'Disputes go to', 'Set']}>
      {rows.map((row) => (
        <tr key={row.termsID}>
          <th scope="row">
            <Opener text={row.carrierCode} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="Paid">{PAYABLE_LABELS[row.payable]}</td>
          <td data-label="Deadline">{row.deadlineDays} days</td>
          <td data-label="Go to">{[row.contact, row.email].filter(Boolean).join(', ')}</td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

export function RateTable({ rows, onOpen }: AgreementTableProps<CurrencyRate>) {
  if (rows.length === 0)
    return (
      <p className={styles.lead}>No exchange rates. Invoices in another currency than their prices can’t be checked.</p>
    )
  return (
    <AgreementTable label="Exchange rates" columns={['Rate', 'From invoice date', 'Set']}>
      {rows.map((row) => (
        <tr key={row.rateID}>
          <th scope="row">
            <Opener text={rateText(row)} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="From">
            <DayText day={row.day} />
          </td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

/** Carriers' names for their services. */
export function ServiceNameTable({ rows, onOpen }: AgreementTableProps<ServiceName>) {
  if (rows.length === 0)
    return <p className={styles.lead}>No service names. Services use their names in the carrier rules.</p>
  return (
    <AgreementTable label="Service names" columns={['Name on invoices', 'Carrier', 'Service', 'Set']}>
      {rows.map((row) => (
        <tr key={row.serviceNameID}>
          <th scope="row">
            <Opener text={row.name} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="Carrier">{row.carrierCode}</td>
          <td data-label="Service">{row.carrierService}</td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

/** The clients whose parcels carriers bill on their accounts. */
export function AccountTable({ rows, onOpen }: AgreementTableProps<CarrierAccount>) {
  if (rows.length === 0) return <p className={styles.lead}>No accounts. Any account may bill any client’s parcels.</p>
  return (
    <AgreementTable label="Accounts" columns={['Account', 'Carrier', 'Clients', 'Set']}>
      {rows.map((row) => (
        <tr key={row.accountID}>
          <th scope="row">
            <Opener text={row.account} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="Carrier">{row.carrierCode}</td>
          <td data-label="Clients">{row.clients.join(', ')}</td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

/** The ledger codes of posting lines. */
export function LedgerAccountTable({ rows, onOpen }: AgreementTableProps<LedgerAccount>) {
  if (rows.length === 0) return <p className={styles.lead}>No ledger accounts. Lines show the account name only.</p>
  return (
    <AgreementTable label="Ledger accounts" columns={['Account', 'Client', 'Charge', 'Code', 'Set']}>
      {rows.map((row) => (
        <tr key={row.ledgerAccountID}>
          <th scope="row">
            <Opener text={row.account} onOpen={() => onOpen(row)} />
          </th>
          <td data-label="Client">{hasClient(row.account) && clientText(row.clientCode)}</td>
          <td data-label="Charge">{hasCharge(row.account) && chargeText(row.category)}</td>
          <td data-label="Code">{row.code}</td>
          <SetCell of={row} />
        </tr>
      ))}
    </AgreementTable>
  )
}

type TableProps = { readonly label: string; readonly columns: readonly string[]; readonly children: ReactNode }

function AgreementTable({ label, columns, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={fileStyles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function Opener({ text, onOpen }: { readonly text: string; readonly onOpen: () => void }) {
  return (
    <Anchor component="button" type="button" inherit onClick={onOpen}>
      {text}
    </Anchor>
  )
}

type Changed = Pick<Tolerance, 'changedAt' | 'changedBy'>
function SetCell({ of: { changedAt, changedBy } }: { readonly of: Changed }) {
  return (
    <td data-label="Set">
      <span>
        <InstantText at={changedAt} />
        {changedBy && ` by ${changedBy}`}
      </span>
    </td>
  )
}

/**
 * The currency of a tolerance: its client's; for all clients, their common currency. Without one, the amount has no
 * symbol.
 */
const currencyFor = ({ clientCode }: Pick<Tolerance, 'clientCode'>): string =>
  clientCode ? currencyOf(clientCode) : currencyOfAll()

/** '£0.05 and 1.5%'. */
function allowanceText(of: Pick<Tolerance, 'clientCode'>, { money, percent }: Tolerance['row']): string {
  const parts = [
    money === null ? '' : formatMoney(money, currencyFor(of)),
    percent === null ? '' : `${percent}%`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : 'No limit'
}
