import { Text } from '@mantine/core'

/** How often to fetch figures again while some days are still being counted. */
export const COUNTING_REFRESH_MS = 3000

/** The number of days that are still being counted, from an answer; 0 if it has none or is not loaded. */
export const waitingDaysOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'waitingDays' in data && typeof data.waitingDays === 'number'
    ? data.waitingDays
    : 0

/** A sentence with the number of days that are still being counted. */
export const stillCountingText = (days: number): string =>
  `${days === 1 ? '1 day is' : `${days} days are`} still being counted.`

/** Says how many days are still being counted; shows nothing if all are counted. */
export function StillCounting({ data }: { readonly data: unknown }) {
  const days = waitingDaysOf(data)
  if (days === 0) return null
  return (
    <Text role="status" size="sm" c="dimmed">
      {stillCountingText(days)} The figures update by themselves.
    </Text>
  )
}
