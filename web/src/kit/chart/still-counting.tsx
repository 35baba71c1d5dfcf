import { Text } from '@mantine/core'

/** How soon figures are asked for again while some of them are still being counted. */
export const COUNTING_REFRESH_MS = 3000

/** How many days of an answer's figures are still being counted; 0 where the answer has none, or is not there yet. */
export const waitingDaysOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'waitingDays' in data && typeof data.waitingDays === 'number'
    ? data.waitingDays
    : 0

/** How many days of figures are still being counted, as a sentence. */
export const stillCountingText = (days: number): string =>
  `${days === 1 ? '1 day is' : `${days} days are`} still being counted.`

/** Says that figures are still being counted, where they are. */
export function StillCounting({ data }: { readonly data: unknown }) {
  const days = waitingDaysOf(data)
  if (days === 0) return null
  return (
    <Text role="status" size="sm" c="dimmed">
      {stillCountingText(days)} The figures update by themselves.
    </Text>
  )
}
