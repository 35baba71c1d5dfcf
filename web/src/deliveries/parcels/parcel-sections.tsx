import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { ParcelDetails } from '@despatch/contract/deliveries/parcels/parcels'
import { formatCount } from '@despatch/domain/money/money'
import { Suspense } from 'react'
import { methodAddress } from '../../routing/prices/addresses.ts'
import { EntryLink } from '../../routing/rule-book/rule-link.tsx'
import { parcelSections } from '../../kit/navigation/parcel-sections.ts'
import { FigureText, DayText, Reference, ReferenceLink } from '../../kit/list/columns/cells.tsx'
import { serialLifeAddress } from '../../kit/navigation/addresses.ts'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { DeliveryEventsTable } from './delivery-events-table.tsx'
import { ParcelProgress } from './parcel-progress.tsx'
import styles from './parcels.module.css'

/** What a parcel's page and drawer show beneath its head: its delivery, contents, and the sections of other rooms. */
export function ParcelSections({ of }: { readonly of: ParcelDetails }) {
  const { parcel, events, eventCount, promise } = of
  return (
    <>
      <RecordSection title="Delivery">
        <ParcelProgress parcel={parcel} events={events} />
        <p className={styles.why}>
          <strong>Why this promise?</strong> {promise.why}
          {promise.clientMethodID && (
            <>
              {' '}
              Transit days are set in{' '}
              <EntryLink leaf="carrierRoutingControl.carrierPrices" to={methodAddress(promise.clientMethodID)}>
                {promise.clientMethodID}
              </EntryLink>
              .
            </>
          )}
        </p>
        <p className={styles.why}>
          <strong>The carrier’s promise:</strong> <DayText day={promise.carriers.promisedDate} />.{' '}
          {promise.carriers.why}
        </p>
      </RecordSection>
      <RecordSection
        title="Delivery events"
        empty={events.length === 0 ? 'No events from the carrier yet.' : undefined}
      >
        <DeliveryEventsTable events={events} />
        {eventCount > events.length && (
          <p className={styles.remark}>
            The newest {formatCount(events.length)} of {formatCount(eventCount)} are shown.
          </p>
        )}
      </RecordSection>
      <Contents of={of} />
      <Suspense fallback={null}>
        {parcelSections().map((Section, index) => (
          <Section key={index} parcel={parcel} />
        ))}
      </Suspense>
    </>
  )
}

function Contents({ of: { contents } }: { readonly of: ParcelDetails }) {
  return (
    <RecordSection
      title="Contents"
      empty={contents.length === 0 ? 'The warehouse hasn’t reported the contents of this parcel.' : undefined}
    >
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
    </RecordSection>
  )
}
