import { Skeleton } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { ParcelDetails } from '@despatch/contract/deliveries/parcels/parcels'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { methodAddress } from '../../routing/prices/addresses.ts'
import { EntryLink } from '../../routing/rule-book/rule-link.tsx'
import { parcelSections } from '../../kit/navigation/parcel-sections.ts'
import { FigureText, DayText, Reference, ReferenceLink } from '../../kit/list/columns/cells.tsx'
import { serialLifeAddress } from '../../kit/navigation/addresses.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { DeliveryEventsTable } from './delivery-events-table.tsx'
import { ParcelProgress } from './parcel-progress.tsx'
import { parcelDetailsQuery } from './parcel-queries.ts'
import { ParcelSummary } from './parcel-summary.tsx'
import styles from './parcels.module.css'

type ParcelRecordProps = { readonly parcel: { readonly trackingNumber: string; readonly clientCode: string } }

/** One parcel with its facts, promise, events and contents. */
export function ParcelRecord({ parcel }: ParcelRecordProps) {
  const { data, error, refetch } = useQuery(parcelDetailsQuery(parcel))
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} mt="md" aria-label="Loading the parcel" />
  return (
    <>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      <ParcelSummary parcel={data.parcel} />
      <ParcelProgress parcel={data.parcel} events={data.events} />
      <p className={styles.why}>
        <strong>Why this promise?</strong> {data.promise.why}
        {data.promise.clientMethodID && (
          <>
            {' '}
            Transit days are set in{' '}
            <EntryLink leaf="carrierRoutingControl.carrierPrices" to={methodAddress(data.promise.clientMethodID)}>
              {data.promise.clientMethodID}
            </EntryLink>
            .
          </>
        )}
      </p>
      <p className={styles.why}>
        <strong>The carrier’s promise:</strong> <DayText day={data.promise.carriers.promisedDate} />.{' '}
        {data.promise.carriers.why}
      </p>
      <section className={styles.section} aria-label="Delivery events">
        <h2>Delivery events</h2>
        <DeliveryEventsTable events={data.events} />
        {data.eventCount > data.events.length && (
          <p className={styles.remark}>
            The newest {formatCount(data.events.length)} of {formatCount(data.eventCount)} are shown.
          </p>
        )}
      </section>
      <Contents of={data} />
      <Suspense fallback={null}>
        {parcelSections().map((Section, index) => (
          <Section key={index} parcel={data.parcel} />
        ))}
      </Suspense>
    </>
  )
}

function Contents({ of: { contents } }: { readonly of: ParcelDetails }) {
  return (
    <section className={styles.section} aria-label="Contents">
      <h2>Contents</h2>
      {contents.length === 0 ? (
        <p className={styles.remark}>The warehouse hasn’t reported the contents of this parcel.</p>
      ) : (
        <div className={styles.wide}>
          <table className={styles.table} aria-label="Contents">
            <ColumnHeads
              texts={['SKU', 'Description', 'Serial number']}
              figures={['Quantity']}
              figureClass={styles.number}
            />
            <tbody>
              {contents.map(({ SKU, Item_Description, serialNumber, quantity }) => (
                <tr key={`${SKU} ${serialNumber}`}>
                  <td className={styles.short}>
                    <Reference text={SKU} />
                  </td>
                  <td>{Item_Description || <span className={styles.remark}>No description</span>}</td>
                  <td className={styles.short}>
                    {serialNumber && (
                      <ReferenceLink text={serialNumber} to={serialLifeAddress({ serial: serialNumber })} />
                    )}
                  </td>
                  <td className={styles.number}>
                    <FigureText value={quantity} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
