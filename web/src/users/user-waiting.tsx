import { Skeleton } from '@mantine/core'

/** What stands where a user's record will. */
export function UserWaiting() {
  return (
    <div role="status" aria-label="Loading the user">
      <Skeleton height={32} mt="md" />
      <Skeleton height={180} mt="lg" />
      <Skeleton height={120} mt="lg" />
    </div>
  )
}
