import { Alert } from '@mantine/core'
import type { AnyReference, ReferenceMatch } from '@despatch/contract/enquiries/any-reference'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { meaningOf, statusWord } from '../orders/order-meaning.ts'
import { InstantText, Reference, ReferenceLink, Status } from '../table/cells.tsx'
import { ENQUIRY_SCREENS } from './addresses.ts'
import { OrderLink } from './order-link.tsx'
import styles from './order.module.css'

type Kind = ReferenceMatch['kind']

type Given = { readonly asked: string; readonly found: AnyReference }

/** What a reference was taken for, and the orders that it leads to. */
export function ReferenceMatches({ asked, found }: Given) {
  return (
    <>
      {found.tookItFor.map(({ kind, reference, title, count }) => {
        const matches = found.matches.filter((match) => match.kind === kind)
        return (
          <section key={kind} className={styles.section} aria-label={title}>
            <h2>
              <span className="reference">{reference === '' ? asked : reference}</span>: {title}
            </h2>
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
                </tr>
              </thead>
              <tbody>
                {matches.map((match) => (
                  <Row key={`${match.clientCode} ${match.orderNumber} ${match.trackingNumber}`} match={match} />
                ))}
              </tbody>
            </table>
            {count > matches.length && (
              <Alert color="attention" variant="light" mt="xs">
                The first {matches.length} are shown. Say more of it, or search by dates as well.
              </Alert>
            )}
          </section>
        )
      })}
    </>
  )
}

const PARCEL_KINDS: readonly Kind[] = ['parcel', 'serial']

function Row({ match }: { readonly match: ReferenceMatch }) {
  const { Status: status, trackingNumber, orderNumber, clientCode } = match
  const parcel = { orderNumber, client: clientCode, parcel: trackingNumber }
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
          <ReferenceLink text={trackingNumber} to={ENQUIRY_SCREENS.deliveryEvents} search={parcel} />
        </td>
      )}
    </tr>
  )
}
