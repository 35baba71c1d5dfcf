import { MAX_ACTIVE_DATES } from '@despatch/contract/routing/active-dates/carriers'
import type { ActiveRange } from '@despatch/domain/routing/active-dates/active-dates'
import { useEffect, useRef } from 'react'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { AddRowButton, RemoveRowButton } from '../../kit/form/row-buttons.tsx'
import styles from './carriers.module.css'

type RangeRowsProps = {
  readonly ranges: readonly ActiveRange[]
  /** The error of a field, by form path. */
  readonly errorOf: (path: string) => string | undefined
  readonly onChange: (ranges: ActiveRange[]) => void
}

/** Edits ranges by typing: first and last day, and a button to remove each. Side by side if there is room. */
export function RangeRows({ ranges, errorOf, onChange }: RangeRowsProps) {
  const rows = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const place = wanted.current
    wanted.current = undefined
    const field = rows.current?.querySelector<HTMLElement>(`[data-path="activeDates.${place}.from"]`)
    const isField = field?.matches('input')
    const next = isField ? field : (field?.querySelector('input') ?? rows.current?.querySelector('button'))
    next?.focus()
  }, [ranges.length])

  function add() {
    wanted.current = ranges.length
    onChange([...ranges, { from: '', to: null }])
  }
  function remove(place: number) {
    wanted.current = Math.max(0, Math.min(place, ranges.length - 2))
    onChange(ranges.filter((_range, index) => index !== place))
  }
  function change(place: number, part: Partial<ActiveRange>) {
    onChange(ranges.map((range, index) => (index === place ? { ...range, ...part } : range)))
  }
  const isFull = ranges.length >= MAX_ACTIVE_DATES
  return (
    <div ref={rows}>
      {ranges.length > 0 && (
        <ul className={styles.ranges} aria-label="Active dates">
          {ranges.map(({ from, to }, place) => (
            // A range has no id, and its fields have no state that would have to move with it.
            <li key={place}>
              <DayField
                data-path={`activeDates.${place}.from`}
                aria-label={`First day of range ${place + 1}`}
                placeholder="First day"
                value={from}
                error={
                  errorOf(`activeDates.${place}.from`) &&
                  (from === '' ? 'Choose the first day' : errorOf(`activeDates.${place}.from`))
                }
                onChange={(day) => change(place, { from: day })}
              />
              <span>to</span>
              <DayField
                data-path={`activeDates.${place}.to`}
                aria-label={`Last day of range ${place + 1}`}
                placeholder="Without end"
                clearable
                value={to ?? ''}
                error={errorOf(`activeDates.${place}.to`)}
                onChange={(day) => change(place, { to: day === '' ? null : day })}
              />
              <RemoveRowButton label={`Remove range ${place + 1}`} onClick={() => remove(place)} />
            </li>
          ))}
        </ul>
      )}
      <AddRowButton
        label="Add a range"
        whyFull={isFull ? `A carrier has at most ${MAX_ACTIVE_DATES} ranges of dates` : undefined}
        onClick={add}
      />
    </div>
  )
}
