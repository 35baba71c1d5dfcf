import { Drawer, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { invoices } from '@despatch/contract/invoices/invoices'
import { useQuery } from '@tanstack/react-query'
import { NARROW } from '../../kit/navigation/use-menu.ts'
import { call } from '../../kit/server/call.ts'
import { AccountForm } from './account-form.tsx'
import { AgreedForm } from './agreed-form.tsx'
import { AgreementList } from './agreement-list.tsx'
import {
  accountsNow,
  agreedNow,
  disputeTermsNow,
  ledgerAccountsNow,
  ratesNow,
  serviceNamesNow,
  tolerancesNow,
  zonesNow,
} from './agreement-queries.ts'
import {
  AccountTable,
  AgreedTable,
  DisputeTermsTable,
  DivisorTable,
  LedgerAccountTable,
  RateTable,
  ServiceNameTable,
  ToleranceTable,
  ZoneTable,
} from './agreement-tables.tsx'
import styles from './agreements.module.css'
import { DisputeTermsForm } from './dispute-terms-form.tsx'
import { DivisorForm } from './divisor-form.tsx'
import { LedgerAccountForm } from './ledger-account-form.tsx'
import { chargeText } from './ledger-account-values.ts'
import { RateForm } from './rate-form.tsx'
import { rateText } from './rate-values.ts'
import { ServiceNameForm } from './service-name-form.tsx'
import { ToleranceForm } from './tolerance-form.tsx'
import { ZoneForm } from './zones/zone-form.tsx'
import { zoneText } from './zones/zone-values.ts'

type AgreementsDrawerProps = {
  /** The first tab to show; the drawer is closed without it. */
  readonly tab: 'tolerances' | 'agreed' | 'zones' | 'rates' | 'ledger' | undefined
  readonly onClose: () => void
}

/** On a phone the tabs scroll: bring the open one into view. */
const showChosen = (list: HTMLDivElement | null) =>
  list?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The agreements with carriers by which their invoices are judged. */
export function AgreementsDrawer({ tab, onClose }: AgreementsDrawerProps) {
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened={tab !== undefined}
      onClose={onClose}
      position="right"
      size="min(72rem, 100%)"
      title="Matching rules"
    >
      {tab && (
        <Tabs
          defaultValue={tab}
          keepMounted={false}
          orientation={isNarrow ? 'horizontal' : 'vertical'}
          classNames={{ list: styles.kinds ?? '', tabLabel: styles.kindLabel ?? '', panel: styles.kind ?? '' }}
        >
          <Tabs.List ref={showChosen}>
            <Tabs.Tab value="tolerances">Tolerances</Tabs.Tab>
            <Tabs.Tab value="agreed">Agreed charges</Tabs.Tab>
            <Tabs.Tab value="zones">Zones</Tabs.Tab>
            <Tabs.Tab value="divisors">Volumetric divisors</Tabs.Tab>
            <Tabs.Tab value="disputes">Disputes</Tabs.Tab>
            <Tabs.Tab value="rates">Exchange rates</Tabs.Tab>
            <Tabs.Tab value="services">Service names</Tabs.Tab>
            <Tabs.Tab value="accounts">Accounts</Tabs.Tab>
            <Tabs.Tab value="ledger">Ledger accounts</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="tolerances">
            <Tolerances />
          </Tabs.Panel>
          <Tabs.Panel value="agreed">
            <AgreedCharges />
          </Tabs.Panel>
          <Tabs.Panel value="zones">
            <Zones />
          </Tabs.Panel>
          <Tabs.Panel value="divisors">
            <Divisors />
          </Tabs.Panel>
          <Tabs.Panel value="disputes">
            <DisputeTermsList />
          </Tabs.Panel>
          <Tabs.Panel value="rates">
            <Rates />
          </Tabs.Panel>
          <Tabs.Panel value="services">
            <ServiceNames />
          </Tabs.Panel>
          <Tabs.Panel value="accounts">
            <Accounts />
          </Tabs.Panel>
          <Tabs.Panel value="ledger">
            <LedgerAccounts />
          </Tabs.Panel>
        </Tabs>
      )}
    </Drawer>
  )
}

function Tolerances() {
  const { data, error, refetch } = useQuery(tolerancesNow)
  return (
    <AgreementList
      lead="Allowed difference between billed and expected cost. Choose ‘Recalculate’ to update invoices imported earlier."
      add="Add a tolerance"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      table={ToleranceTable}
      form={ToleranceForm}
      nameOf={({ carrierCode }) => `the tolerance of ${carrierCode}`}
      deleteNote="Without it, ‘Accept matched and within tolerance’ only accepts exact matches."
      onDelete={({ toleranceID }) => call(invoices.removeTolerance, { query: { id: toleranceID } })}
    />
  )
}

function AgreedCharges() {
  const { data, error, refetch } = useQuery(agreedNow)
  return (
    <AgreementList
      lead="Fuel, surcharges and minimum charges that a carrier may bill. Any other charge is a variance. Choose ‘Recalculate’ to update invoices imported earlier."
      add="Add an agreed charge"
      rows={data?.agreed}
      error={error}
      onRetry={() => void refetch()}
      table={AgreedTable}
      form={AgreedForm}
      nameOf={({ chargeText }) => `the agreed charge ‘${chargeText}’`}
      deleteNote="Checked rows don’t change. To end it, enter a last despatch date instead."
      onDelete={({ agreedID }) => call(invoices.removeAgreed, { query: { id: agreedID } })}
    />
  )
}

function Zones() {
  const { data, error, refetch } = useQuery(zonesNow)
  return (
    <AgreementList
      lead="Which places each carrier’s zones cover, for agreed charges of some zones. Where a zone changes, give it a last day and add what it covers from then on. Invoices imported before stay as they are until you choose ‘Recalculate’ on them."
      add="Add a zone"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      table={ZoneTable}
      form={ZoneForm}
      nameOf={(zone) => `the zone ${zoneText(zone)} of ${zone.carrierCode}`}
      deleteNote="Charges agreed for this zone can’t be checked on its dates. To end it, enter a last day instead."
      onDelete={({ zoneID }) => call(invoices.removeZone, { query: { id: zoneID } })}
    />
  )
}

function Divisors() {
  const { data, error, refetch } = useQuery(agreedNow)
  return (
    <AgreementList
      lead="How many cubic centimetres count as a kilogram where a carrier bills by size. Without one, size cannot be disputed."
      add="Add a divisor"
      rows={data?.divisors}
      error={error}
      onRetry={() => void refetch()}
      table={DivisorTable}
      form={DivisorForm}
      nameOf={({ carrierCode }) => `the divisor of ${carrierCode}`}
      deleteNote="Without it, you can’t dispute sizes that the carrier bills."
      onDelete={({ divisorID }) => call(invoices.removeDivisor, { query: { id: divisorID } })}
    />
  )
}

function DisputeTermsList() {
  const { data, error, refetch } = useQuery(disputeTermsNow)
  return (
    <AgreementList
      lead="What is paid while a dispute is open, the carrier’s deadline, and where it takes disputes. Used for disputes that are opened from now on; without any, what is disputed is not paid, and the deadline is 30 days."
      add="Add dispute terms"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      table={DisputeTermsTable}
      form={DisputeTermsForm}
      nameOf={({ carrierCode }) => `the dispute terms of ${carrierCode}`}
      deleteNote="New disputes then have a 30-day deadline, and disputed amounts are not paid."
      onDelete={({ termsID }) => call(invoices.removeDisputeTerms, { query: { id: termsID } })}
    />
  )
}

function Rates() {
  const { data, error, refetch } = useQuery(ratesNow)
  return (
    <AgreementList
      lead="For invoices in another currency than their prices. A rate applies from its invoice date until the next. Choose ‘Recalculate’ to update rows that are already checked."
      add="Add an exchange rate"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      table={RateTable}
      form={RateForm}
      nameOf={(rate) => `the rate ${rateText(rate)}`}
      deleteNote="Invoices of its dates then use the rate before it. With no rate, they can’t be checked."
      onDelete={({ rateID }) => call(invoices.removeRate, { query: { id: rateID } })}
    />
  )
}

function ServiceNames() {
  const { data, error, refetch } = useQuery(serviceNamesNow)
  return (
    <AgreementList
      lead="What carriers call their services on invoices, where that is not what the rule book calls them. Invoices imported before stay as they are until you choose ‘Recalculate’ on them."
      add="Add a service name"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      table={ServiceNameTable}
      form={ServiceNameForm}
      nameOf={({ name }) => `the service name ‘${name}’`}
      deleteNote="Rows with this name will no longer match the despatched service."
      onDelete={({ serviceNameID }) => call(invoices.removeServiceName, { query: { id: serviceNameID } })}
    />
  )
}

function Accounts() {
  const { data, error, refetch } = useQuery(accountsNow)
  return (
    <AgreementList
      lead="Whose parcels a carrier bills on an account, where its invoices name no parcels, like Royal Mail’s sales orders. Used for invoices that are imported from now on."
      add="Add an account"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      table={AccountTable}
      form={AccountForm}
      nameOf={({ account }) => `the account ${account}`}
      deleteNote="It may then bill any client’s parcels."
      onDelete={({ accountID }) => call(invoices.removeAccount, { query: { id: accountID } })}
    />
  )
}

function LedgerAccounts() {
  const { data, error, refetch } = useQuery(ledgerAccountsNow)
  return (
    <AgreementList
      lead="Which code each line of a posting has in your ledger. Where several fit a line, the one of its client and charge is used, else its client’s, else its charge’s. They hold for what is posted from now on; corrections and reversals keep the code of what they change."
      add="Add a ledger account"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      table={LedgerAccountTable}
      form={LedgerAccountForm}
      nameOf={({ account, clientCode, category }) =>
        `the code of ${[account, category && chargeText(category), clientCode].filter(Boolean).join(', ')}`
      }
      deleteNote="New postings use the next matching code. Posted lines keep theirs."
      onDelete={({ ledgerAccountID }) => call(invoices.removeLedgerAccount, { query: { id: ledgerAccountID } })}
    />
  )
}
