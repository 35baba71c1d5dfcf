import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { RecordPage } from '../../kit/record/record-page.tsx'
import { parcelHead } from './parcel-head.tsx'
import { parcelDetailsQuery } from './parcel-queries.ts'
import { ParcelSections } from './parcel-sections.tsx'
import styles from './parcels.module.css'

type ParcelRecordProps = {
  readonly parcel: { readonly trackingNumber: string; readonly clientCode: string }
} & Pick<ComponentProps<typeof RecordPage>, 'backTo' | 'of'>

/** One parcel with its facts, promise, events and contents. */
export function ParcelRecord({ parcel, ...from }: ParcelRecordProps) {
  const { data, error, refetch } = useQuery(parcelDetailsQuery(parcel))
  const { trackingNumber } = parcel
  if (!data) return <RecordLoading title={`Parcel ${trackingNumber}`} error={error} onRetry={() => void refetch()} />
  return (
    <section className={styles.screen} aria-label={`Parcel ${trackingNumber}`}>
      <RecordPage
        {...from}
        title={
          <>
            Parcel <Reference text={trackingNumber} />
          </>
        }
        {...parcelHead(data.parcel)}
      >
        <ParcelSections of={data} />
      </RecordPage>
    </section>
  )
}
