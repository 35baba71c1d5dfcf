import { Alert, Anchor } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOpens } from '../../kit/session/use-may.ts'
import { eventCodesInShort } from './event-code-queries.ts'

/** How many codes nobody knows the meaning of, where there are some: until somebody says it, their events move no parcel. */
export function UnknownCodes() {
  const { data } = useQuery(eventCodesInShort)
  const opens = useOpens('feeds.carrierEventCodes')
  if (!data || data.unknown.codes === 0) return null
  const { codes, events } = data.unknown
  const words = `${formatCount(codes)} ${codes === 1 ? 'code' : 'codes'} of carriers ${codes === 1 ? 'has' : 'have'} no meaning yet`
  return (
    <Alert color="attention" variant="light" mb="md" title={words} role="status">
      {formatCount(events)} {events === 1 ? 'event that came with it is' : 'events that came with them are'} kept, and{' '}
      {events === 1 ? 'moves its' : 'move their'} parcels once somebody says what{' '}
      {codes === 1 ? 'it means' : 'they mean'}.{' '}
      {opens && (
        <Anchor
          component={Link}
          to="/feeds/carrier-event-codes"
          search={{ state: 'unknown', sort: 'events', order: 'desc' } as never}
          inherit
          underline="always"
        >
          Show them
        </Anchor>
      )}
    </Alert>
  )
}
