import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { z } from 'zod'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { ParcelRecord } from '../parcels/parcel-record.tsx'
import styles from '../parcels/parcels.module.css'
import { session } from '../../kit/session/session-store.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { exceptionParcelAddress, EXCEPTION_SCREENS } from './addresses.ts'

const shape = z.object({
  trackingNumber: z.string().max(60).catch(''),
  client: z.string().max(20).catch(''),
})

/** One late parcel in its own tab, with its events. */
export function ExceptionParcelScreen() {
  const [{ trackingNumber, client }] = useScreenSearch(shape)
  const chosen = useStore(session.store, (now) => now.client)
  const clientCode = client || (chosen === ALL_CLIENTS ? '' : chosen)
  if (trackingNumber && clientCode)
    return (
      <ParcelRecord
        parcel={{ trackingNumber, clientCode }}
        backTo={[EXCEPTION_SCREENS.orders]}
        of={{ address: exceptionParcelAddress({ trackingNumber, client: clientCode }), noun: 'parcel' }}
      />
    )
  return (
    <section className={styles.screen} aria-label="Parcel">
      <h1>Parcel</h1>
      <p>
        No parcel selected. Find one in{' '}
        <ScreenLink to={EXCEPTION_SCREENS.orders} underline="always">
          Exceptions: Orders
        </ScreenLink>
        .
      </p>
    </section>
  )
}
