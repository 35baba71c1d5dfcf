import { Alert } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { eventCodesOverview, eventCodesAddress } from './event-code-queries.ts'

/** Warns of unknown codes: their events do not update parcels until they get a meaning. */
export function UnknownCodes() {
  const { data } = useQuery(eventCodesOverview)
  const opens = useCanOpen('feeds.carrierEventCodes')
  if (!data || data.unknown.codes === 0) return null
  const { codes, events } = data.unknown
  const title = `${formatCount(codes)} unmapped carrier ${codes === 1 ? 'code' : 'codes'}`
  return (
    <Alert color="attention" variant="light" mb="md" title={title} role="status">
      {formatCount(events)} {events === 1 ? 'event is' : 'events are'} on hold. Map the {codes === 1 ? 'code' : 'codes'}{' '}
      to update the parcels.{' '}
      {opens && (
        <ScreenLink to={eventCodesAddress({ state: 'unknown', sort: 'events', order: 'desc' })} underline="always">
          Show
        </ScreenLink>
      )}
    </Alert>
  )
}
