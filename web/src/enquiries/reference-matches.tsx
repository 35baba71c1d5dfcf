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
import { type Criteria, toStoredPostcode } from '../orders/criteria.ts'
import { DisputeMatches } from '../invoices/disputes/dispute-matches.tsx'
import { InvoiceMatches } from '../invoices/invoice-matches.tsx'
import { OrderLink } from '../kit/navigation/order-link.tsx'
import styles from '../orders/order-parts/order.module.css'
import enquiryStyles from './search/enquiry.module.css'

type Kind = ReferenceMatch['kind']

type ReferenceMatchesProps = { readonly searchText: string; readonly found: AnyReference }

/** How a reference was interpreted, with the orders, invoices and disputes found. */
export function ReferenceMatches({ searchText, found }: ReferenceMatchesProps) {
  return (
    <>
      {found.tookItFor.map(({ kind, reference, title, count }) => (
        <section key={kind} className={`${styles.section} ${enquiryStyles.found}`} aria-label={title}>
          <h2>
            <span className="reference">{reference === '' ? searchText : reference}</span>: {title}
          </h2>
          {kind === 'invoice' && <InvoiceMatches invoices={found.invoices} count={count} />}
          {kind === 'dispute' && <DisputeMatches disputes={found.disputes} />}
          {kind !== 'invoice' && kind !== 'dispute' && (
            <OrderMatches
              kind={kind}
              title={title}
              matches={found.matches.filter((match) => match.kind === kind)}
              count={count}
              searchText={searchText}
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
  readonly searchText: string
}

function OrderMatches({ kind, title, matches, count, searchText }: OrderMatchesProps) {
  return (
    <>
      <table className={styles.lines} aria-label={`Matches for ${title}`}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Status</th>
            <th scope="col">Ordered</th>
            <th scope="col">Customer</th>
            <th scope="col">Town</th>
            <th scope="col">Postcode</th>
            <th scope="col">Carrier</th>
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
          <ScreenLink to={serialLifeAddress({ serial: matches[0].reference })}>Serial number history</ScreenLink>
        </p>
      )}
      {count > matches.length && (
        <ShowAllLink kind={kind} shown={matches.length} count={count} searchText={searchText} />
      )}
    </>
  )
}

/** Criteria that list all orders for a kind of reference; other kinds match few. */
const CRITERIA_FOR_ALL: Partial<Record<Kind, (searchText: string) => Partial<Criteria>>> = {
  order: (orderRef) => ({ orderRef }),
  postcode: (postCode) => ({ postCode: toStoredPostcode(postCode) }),
  sku: (skuCode) => ({ skuCode }),
}

type ShowAllLinkProps = {
  readonly kind: Kind
  readonly shown: number
  readonly count: number
  readonly searchText: string
}

/** Link to all matches, if there are more than shown. Cancelled orders were counted, so the link includes them. */
function ShowAllLink({ kind, shown, count, searchText }: ShowAllLinkProps) {
  const criteria = CRITERIA_FOR_ALL[kind]?.(searchText)
  const number = count > MAX_COUNTED ? `, more than ${formatCount(MAX_COUNTED)}` : ` ${formatCount(count)}`
  return (
    <p className={styles.more}>
      <span className={styles.remark}>{shown} of them are shown.</span>
      {criteria ? (
        <ScreenLink to={resultsAddress({ ...criteria, cancelled: 'shown' })}>Show all{number}</ScreenLink>
      ) : (
        <span className={styles.remark}>
          {SEARCH_KINDS.includes(kind)
            ? 'Enter more of the name or address to find the others.'
            : 'Search by order, customer or dates to find the others.'}
        </span>
      )}
    </p>
  )
}

const PARCEL_KINDS: readonly Kind[] = ['parcel', 'parcelEnd', 'serial', 'claim']
/** These kinds show where the words matched. */
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
      <td>{match.town}</td>
      <td>{match.postCode}</td>
      <td>{match.carrier}</td>
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
