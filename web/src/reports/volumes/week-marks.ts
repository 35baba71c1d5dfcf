import { blackFridayOf, mondayOf } from '@despatch/domain/calendar/week'

/** The words beside the weeks that explain themselves: the busiest, and that of Black Friday. */
export function weekMarks(weeks: readonly { readonly start: string; readonly value: number }[]): Map<number, string> {
  const marks = new Map<number, string>()
  const most = Math.max(...weeks.map(({ value }) => value))
  weeks.forEach(({ start, value }, at) => {
    const isBlackFriday = value > 0 && mondayOf(blackFridayOf(start.slice(0, 4))) === start
    const words = [isBlackFriday && 'Black Friday', most > 0 && value === most && 'Peak'].filter(Boolean)
    if (words.length > 0) marks.set(at, words.join(', '))
  })
  return marks
}
