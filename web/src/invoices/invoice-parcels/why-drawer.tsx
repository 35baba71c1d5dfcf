import { Skeleton } from '@mantine/core'
import { formatDayShort } from '@despatch/domain/calendar/day'
import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import type { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { useQuery } from '@tanstack/react-query'
import { MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { methodAddress, PRICES } from '../../routing/prices/addresses.ts'
import { agreementsAddress, parcelsAddress } from '../addresses.ts'
import { useCurrency } from '../currency.ts'
import { CauseList } from '../invoice-details/cause-list.tsx'
import { DisputeLink } from '../disputes/dispute-link.tsx'
import { Amount, Variance } from '../figures.tsx'
import { whyOf } from '../invoice-queries.ts'
import {
  amountText,
  STATUS_MEANINGS,
  VERDICT_MEANINGS,
  verdictLabel,
  weightDifference,
  weightText,
} from '../invoice-text.ts'
import { AccountOf } from '../matching/parcel-charges.tsx'
import { RowMatch } from '../matching/row-match.tsx'
import { useIsOperator } from '../use-invoice-rights.ts'
import { ChargeTable } from './charge-table.tsx'
import styles from './parcels.module.css'

type Why = RouteAnswer<typeof invoices.why>
type WhyDrawerProps = {
  /** The parcel row; '' while the drawer is closed. */
  readonly parcelID: string
  readonly onClose: () => void
}

/** Explains the expected cost of a parcel row, from its despatch and price to each difference. */
export function WhyDrawer({ parcelID, onClose }: WhyDrawerProps) {
  return (
    <PeekDrawer of={parcelID || undefined} size="xl" title={() => 'Expected cost'} onClose={onClose}>
      {(id) => <Explained key={id} parcelID={id} />}
    </PeekDrawer>
  )
}

function Explained({ parcelID }: { readonly parcelID: string }) {
  const { data, error, refetch } = useQuery(whyOf(parcelID))
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={320} aria-label="Loading the explanation" />
  return <Explanation why={data} />
}

function Explanation({ why }: { readonly why: Why }) {
  const { parcel, despatch, price, steps, matchedByHand } = why
  const currency = useCurrency()
  const isOperator = useIsOperator()
  const weights = weightDifference(parcel)
  return (
    <div className={styles.why}>
      <ParcelFacts parcel={parcel} currency={currency} />
      {parcel.verdictText && <p>{parcel.verdictText.replace(/\.?$/, '.')}</p>}
      {isOperator && why.missing && <WhereMissing missing={why.missing} />}
      <RowMatch row={parcel} currency={currency} byHand={matchedByHand} />
      {weights && (
        <p className={styles.weights} role="note">
          {weights}.
        </p>
      )}
      {parcel.billedBefore && (
        <p>
          Billed before on{' '}
          <ScreenLink
            to={parcelsAddress({ summaryID: parcel.billedBefore.summaryID, parcel: parcel.billedBefore.parcelID })}
          >
            invoice {parcel.billedBefore.invoiceNumber}
          </ScreenLink>
          .
        </p>
      )}
      <h2>Charges</h2>
      <ChargeTable parcel={parcel} currency={currency} hasLines={isOperator} />
      {parcel.variance !== null && parcel.causes.length > 0 && (
        <CauseList invoice={{ causes: parcel.causes, currency, variance: parcel.variance }} />
      )}
      <h2>Calculation</h2>
      {steps.length > 0 ? (
        <ol className={styles.steps}>
          {steps.map(({ title, text, amount }, index) => (
            <li key={index}>
              <strong>{title}</strong>
              <span className={styles.stepAmount}>{amount && amountText(amount, currency)}</span>
              <span className={styles.stepText}>{text}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className={styles.remark}>We couldn’t calculate a cost for this row.</p>
      )}
      {despatch && (
        <>
          <h2>Parcel account</h2>
          <AccountOf parcel={despatch} />
        </>
      )}
      <PriceFacts price={price} />
      <DespatchFacts despatch={despatch} />
    </div>
  )
}

/** Links to where the missing data is entered, and says when the row will be judged. */
function WhereMissing({ missing }: { readonly missing: NonNullable<Why['missing']> }) {
  if (missing === 'price')
    return (
      <p>
        Enter it under <ScreenLink to={PRICES}>Carrier Prices</ScreenLink>, effective on or before the despatch date,
        then choose ‘Recalculate’ on the invoice.
      </p>
    )
  if (missing === 'zone')
    return (
      <p>
        Enter what the zone covered on that date under{' '}
        <ScreenLink to={agreementsAddress({ show: 'zones' })}>Zones</ScreenLink>, then choose ‘Recalculate’ on the
        invoice.
      </p>
    )
  return missing === 'rate' ? (
    <p>
      Enter it under <ScreenLink to={agreementsAddress({ show: 'rates' })}>Exchange rates</ScreenLink>. The row is
      recalculated within a minute.
    </p>
  ) : (
    <p>
      Enter it under <ScreenLink to={agreementsAddress({ show: 'agreed' })}>Agreed charges</ScreenLink>, then choose
      ‘Recalculate’ on the invoice.
    </p>
  )
}

function ParcelFacts({ parcel, currency }: { readonly parcel: InvoiceParcel; readonly currency: string }) {
  const { trackingNumber, verdict, status, billed, expected, variance, ourChange } = parcel
  return (
    <RecordFacts
      status={{ meaning: STATUS_MEANINGS[status], word: status }}
      facts={{
        Result: <Status meaning={VERDICT_MEANINGS[verdict]}>{verdictLabel(verdict)}</Status>,
        'Tracking number': trackingNumber && <Reference text={trackingNumber} />,
        Billed: <Amount amount={billed} currency={currency} />,
        Expected: <Amount amount={expected} currency={currency} />,
        Variance: <Variance amount={variance} currency={currency} />,
        Dispute: parcel.dispute && <DisputeLink of={parcel.dispute} />,
        'Our change': ourChange !== null && <Variance amount={ourChange} currency={currency} />,
      }}
    />
  )
}

function PriceFacts({ price }: { readonly price: Why['price'] }) {
  const opens = useCanOpen('carrierRoutingControl.carrierPrices')
  if (!price) return null
  const {
    clientMethodID,
    methodDescription,
    pricingMethod,
    ruleBookVersion,
    publishedAt,
    publishedBy,
    holdsFrom,
    summary,
  } = price
  return (
    <>
      <h2>Price</h2>
      <RecordFacts
        facts={{
          Method: opens ? (
            <ScreenLink to={methodAddress(clientMethodID)}>{methodDescription}</ScreenLink>
          ) : (
            methodDescription
          ),
          Priced: pricingMethod,
          'Carrier rules version': ruleBookVersion,
          Entered: publishedAt && <MomentText at={publishedAt} />,
          'Entered by': publishedBy,
          'Effective from': holdsFrom === null ? 'Every day' : formatDayShort(holdsFrom),
        }}
      />
      {summary && <p className={styles.remark}>{summary}</p>}
    </>
  )
}

function DespatchFacts({ despatch }: { readonly despatch: Why['despatch'] }) {
  if (!despatch) return null
  const { orderNumber, carrier, carrierService, despatchedAt, weight, trackingNumber } = despatch
  return (
    <>
      <h2>Despatch</h2>
      <RecordFacts
        facts={{
          Order: (
            <Reference text={orderNumber}>
              <OrderLink order={despatch} />
            </Reference>
          ),
          'Tracking number': <Reference text={trackingNumber} />,
          Carrier: [carrier, carrierService].filter(Boolean).join(', '),
          Despatched: <MomentText at={despatchedAt} />,
          Weight: weight === null ? 'Unknown' : weightText(weight),
        }}
      />
    </>
  )
}
