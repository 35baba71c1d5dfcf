import type { AccountOfParcel } from '@despatch/contract/invoices/matching'
import type { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { ReactNode } from 'react'
import { DayText, Status } from '../../kit/list/columns/cells.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { invoiceAddress, parcelsAddress } from '../addresses.ts'
import { DisputeLink } from '../disputes/dispute-link.tsx'
import { Amount } from '../figures.tsx'
import { VERDICT_MEANINGS, verdictLabel } from '../invoice-text.ts'
import { AccountBars } from './account-bars.tsx'
import styles from './match.module.css'

type Charge = RouteAnswer<typeof invoices.parcelCharges>['charges'][number]
type ParcelAccountProps = { readonly account: AccountOfParcel; readonly charges: readonly Charge[] }

/**
 * The account of a parcel: the amounts due with their sources, billed amounts by invoice, disputes, accrual and
 * balance.
 */
export function ParcelAccount({ account, charges }: ParcelAccountProps) {
  const { currency, steps, due, billed, disputes, claimed, balance, accrued, reversedBy } = account
  const inAccount = charges.filter(({ share }) => share !== null)
  const beside = charges.filter(({ share }) => share === null)
  const line = (key: string, name: ReactNode, amount: string | null) => (
    <tr key={key}>
      <td>{name}</td>
      <td className={styles.amount}>{amount !== null && <Amount amount={amount} currency={currency} />}</td>
    </tr>
  )
  const sum = (name: string, amount: string | null) => (
    <tr className={styles.sum}>
      <th scope="row">{name}</th>
      <td className={styles.amount}>{amount === null ? 'Unknown' : <Amount amount={amount} currency={currency} />}</td>
    </tr>
  )
  return (
    <>
      <AccountBars account={account} />
      <table className={styles.account} aria-label="Parcel account">
        <Part title="Due">
          {steps.map(({ text, amount }, index) => line(`step ${index}`, text, amount || null))}
          {sum('Total due', due)}
        </Part>
        <Part title="Billed">
          {inAccount.toReversed().map((one) => line(one.parcelID, <Billed charge={one} />, one.share))}
          {inAccount.length === 0 && line('none', 'No invoice bills this parcel yet.', null)}
          {sum('Total billed', billed)}
        </Part>
        {disputes.length > 0 && (
          <Part title="Disputed">
            {disputes.map(({ dispute, ...of }) => (
              <Disputed key={dispute.number} dispute={dispute} {...of} line={line} />
            ))}
            {sum('Claimed and open', claimed)}
          </Part>
        )}
        <Part title="Balance">{sum('Due less billed, including claims', balance)}</Part>
        {accrued !== null && (
          <Part title="Accrual">
            {line('accrued', reversedBy ? 'Accrued until it was billed.' : WAITS, accrued)}
            {reversedBy &&
              line(
                'reversed',
                <>
                  Reversed by the posting of invoice{' '}
                  <ScreenLink to={invoiceAddress({ summaryID: reversedBy.summaryID })}>
                    {reversedBy.invoiceNumber}
                  </ScreenLink>
                </>,
                negative(accrued),
              )}
          </Part>
        )}
      </table>
      <BilledBeside charges={beside} />
    </>
  )
}

const WAITS = 'Accrued until the invoice that bills it is posted.'
/** Bills for a parcel that are not part of its account. */
export function BilledBeside({ charges }: { readonly charges: readonly Charge[] }) {
  if (charges.length === 0) return null
  return (
    <p className={styles.beside}>
      Billed outside this account, for example its return:{' '}
      {charges.map((one) => (
        <span key={one.parcelID}>
          <Billed charge={one} /> <Amount amount={one.billed} currency={one.currency} />
        </span>
      ))}
    </p>
  )
}

const negative = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <tbody>
      <tr className={styles.part}>
        <th scope="rowgroup" colSpan={2}>
          {title}
        </th>
      </tr>
      {children}
    </tbody>
  )
}

function Billed({ charge }: { readonly charge: Charge }) {
  const { parcelID, summaryID, invoiceNumber, carrierName, invoiceDay, verdict, isWhole, billed, currency, postedOn } =
    charge
  return (
    <span className={styles.billed}>
      <ScreenLink to={parcelsAddress({ summaryID, parcel: parcelID })}>
        {carrierName} {invoiceNumber}
      </ScreenLink>{' '}
      <span className={styles.from}>
        <DayText day={invoiceDay} />
      </span>{' '}
      <Status meaning={VERDICT_MEANINGS[verdict]}>{verdictLabel(verdict)}</Status>
      {postedOn && (
        <span className={styles.from}>
          {' '}
          posted <DayText day={postedOn} />
        </span>
      )}
      {isWhole && (
        <span className={styles.from}>
          {' '}
          its share of <Amount amount={billed} currency={currency} /> for the whole consignment
        </span>
      )}
    </span>
  )
}

type DisputedProps = Record<'claimed' | 'credited' | 'givenUp', string> & {
  readonly dispute: AccountOfParcel['disputes'][number]['dispute']
  readonly line: (key: string, name: ReactNode, amount: string) => ReactNode
}

/** The amounts of a dispute that are not zero; the first is beside its state. */
function Disputed({ dispute, line, ...amounts }: DisputedProps) {
  const parts = (['claimed', 'credited', 'givenUp'] as const).filter((part) => Number(amounts[part]) !== 0)
  return parts.map((part, index) =>
    line(
      part,
      <>
        {index === 0 ? <DisputeLink of={dispute} /> : dispute.number}
        {index === 0 ? ', ' : ' '}
        <span className={styles.from}>{PARTS[part]}</span>
      </>,
      amounts[part],
    ),
  )
}
const PARTS = { claimed: 'claimed and open', credited: 'credited', givenUp: 'not credited' } as const
