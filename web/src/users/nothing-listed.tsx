import { Button } from '@mantine/core'
import { NO_FILTER } from './user-queries.ts'
import type { UserList } from './use-user-list.ts'

/** Why a list of users is empty, and how to get something into it. */
export function NothingListed({ list, otherwise }: { readonly list: UserList; readonly otherwise: string }) {
  const { search, narrow } = list
  const isNarrowed =
    Object.values(NO_FILTER).length > 0 && Object.keys(NO_FILTER).some((name) => search[name as 'search'])
  if (!isNarrowed) return <p>{otherwise}</p>
  return (
    <>
      <p>No user matches these filters.</p>
      <Button variant="default" size="xs" onClick={() => narrow(NO_FILTER)}>
        Clear the filters
      </Button>
    </>
  )
}
