import type { AnyReference, ReferenceMatch } from '@despatch/contract/enquiries/search/any-reference'
import { MAX_COUNTED } from '@despatch/domain/enquiries/search/any-reference'
import { MATCHED_FIELDS } from '@despatch/domain/enquiries/search/search-words'
import { formatCount } from '@despatch/domain/money/money'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { ScreenLink } from '../kit/navigation/screen-link.tsx'
import { resultsAddress } from './addresses.ts'
import { meaningOf, statusWord } from '../orders/commands/order-meaning.ts'
import { InstantText, Reference, ReferenceLink, Status } from '../kit/list/columns/cells.tsx'
import { parcelAddress, serialLifeAddress } from '../kit/navigation/addresses.ts'
import { type Criteria, postcodeAsKept } from '../orders/criteria.ts'
import { DisputeMatches } from '../invoices/disputes/dispute-matches.tsx'
import { InvoiceMatches } from '../invoices/invoice-matches.tsx'
import { OrderLink } from '../kit/navigation/order-link.tsx'
import styles from '../orders/order-parts/order.module.css'
import enquiryStyles from './search/enquiry.module.css'

type Kind = ReferenceMatch['kind']

type ReferenceMatchesProps = { readonly asked: string; readonly found: AnyReference }

/** What a reference was taken for, and the orders, invoices and disputes that it leads to. */
export function ReferenceMatches({ asked, found }: ReferenceMatchesProps) {
  return (
    <>
      {found.tookItFor.map(({ kind, reference, title, count }) => (
        <section key={kind} className={`${styles.section} ${enquiryStyles.found}`} aria-label={title}>
          <h2>
            <span className="reference">{reference === '' ? asked : reference}</span>: {title}
          </h2>
          {kind === 'invoice' && <InvoiceMatches invoices={found.invoices} count={count} />}
          {kind === 'dispute' && <DisputeMatches disputes={found.disputes} />}
          {kind !== 'invoice' && kind !== 'dispute' && (
            <OrderMatches
              kind={kind}
              title={title}
              matches={found.matches.filter((match) => match.kind === kind)}
              count={count}
              asked={asked}
            />
          )}
        </section>
      ))}
    </>
  )
}

type OrderMatchesProps = {
  readonly kind: Kind
  readonly title: string
  readonly matches: readonly ReferenceMatch[]
  readonly count: number
  readonly asked: string
}

function OrderMatches({ kind, title, matches, count, asked }: OrderMatchesProps) {
  return (
    <>
      <table className={styles.lines} aria-label={`What was found as ${title}`}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Status</th>
            <th scope="col">Ordered</th>
            <th scope="col">Customer</th>
            <th scope="col">Postcode</th>
            <th scope="col">Client</th>
            {PARCEL_KINDS.includes(kind) && <th scope="col">Parcel</th>}
            {SEARCH_KINDS.includes(kind) && <th scope="col">Found in</th>}
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <Row key={`${match.clientCode} ${match.orderNumber} ${match.trackingNumber}`} match={match} />
          ))}
        </tbody>
      </table>
      {kind === 'serial' && matches[0] && (
        <p className={styles.more}>
          <ScreenLink to={serialLifeAddress({ serial: matches[0].reference })}>
            Its whole life: despatches, deliveries and returns
          </ScreenLink>
        </p>
      )}
      {count > matches.length && <All kind={kind} shown={matches.length} count={count} asked={asked} />}
    </>
  )
}

/** What lists all orders that a reference of a kind leads to; other kinds lead to few. */
const LISTED: Partial<Record<Kind, (asked: string) => Partial<Criteria>>> = {
  order: (orderRef) => ({ orderRef }),
  postcode: (postCode) => ({ postCode: postcodeAsKept(postCode) }),
  sku: (skuCode) => ({ skuCode }),
}

type AllProps = { readonly kind: Kind; readonly shown: number; readonly count: number; readonly asked: string }

/** The way to all of them, where there are more than are shown; cancelled ones were counted, so they are listed. */
function All({ kind, shown, count, asked }: AllProps) {
  const criteria = LISTED[kind]?.(asked)
  const number = count > MAX_COUNTED ? `, more than ${formatCount(MAX_COUNTED)}` : ` ${formatCount(count)}`
  return (
    <p className={styles.more}>
      <span className={styles.remark}>{shown} of them are shown.</span>
      {criteria ? (
        <ScreenLink to={resultsAddress({ ...criteria, cancelled: 'shown' })}>Show all{number}</ScreenLink>
      ) : (
        <span className={styles.remark}>
          {SEARCH_KINDS.includes(kind)
            ? 'Type more of the name or the address to find the others.'
            : 'Search by the order, its customer or its days to find the others.'}
        </span>
      )}
    </p>
  )
}

const PARCEL_KINDS: readonly Kind[] = ['parcel', 'parcelEnd', 'serial', 'claim']
/** What is found by words says where they are. */
const SEARCH_KINDS: readonly Kind[] = ['phone', 'words']

function Row({ match }: { readonly match: ReferenceMatch }) {
  const { kind, Status: status, trackingNumber, orderNumber, clientCode, matched } = match
  return (
    <tr>
      <td>
        <Reference text={orderNumber}>
          <OrderLink order={match} />
        </Reference>
      </td>
      <td>
        <Status meaning={meaningOf({ Status: status, Status_Description: ORDER_STATUSES[status].description })}>
          {statusWord(status)}
        </Status>
      </td>
      <td>
        <InstantText at={match.orderDate} />
      </td>
      <td>{match.customer}</td>
      <td>{match.postCode}</td>
      <td>{clientCode}</td>
      {trackingNumber && (
        <td>
          <ReferenceLink text={trackingNumber} to={parcelAddress({ orderNumber, clientCode, trackingNumber })} />
        </td>
      )}
      {SEARCH_KINDS.includes(kind) && (
        <td>{matched.map(({ field, text }) => `${MATCHED_FIELDS[field]}: ${text}`).join('; ')}</td>
      )}
    </tr>
  )
}
