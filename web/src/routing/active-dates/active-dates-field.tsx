import type { Day } from '@despatch/domain/calendar/day'
import type { ActiveRange } from '@despatch/domain/routing/active-dates/active-dates'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import recordStyles from '../../kit/form/record.module.css'
import { readableRanges } from './carrier-values.ts'
import styles from './carriers.module.css'
import { PickingBar } from './picking-bar.tsx'
import { complete, NOTHING_PICKED, pickDay, type Picked, type Picking, rangeBetween } from './picking.ts'
import { RangeRows } from './range-rows.tsx'
import { type CalendarHandle, YearCalendar } from './year-calendar.tsx'

type ActiveDatesFieldProps = {
  readonly ranges: readonly ActiveRange[]
  readonly errorOf: (path: string) => string | undefined
  readonly onChange: (ranges: ActiveRange[]) => void
}

/** Edits a carrier's active dates on a calendar or by typing. */
export function ActiveDatesField({ ranges, errorOf, onChange }: ActiveDatesFieldProps) {
  const [picking, setPicking] = useState<Picking>(NOTHING_PICKED)
  const calendar = useRef<CalendarHandle>(null)
  const readable = useMemo(() => readableRanges(ranges), [ranges])
  const chosen = readable.find(({ place }) => place === picking.place)
  const { first } = picking

  function take({ picking: next, range, place }: Picked) {
    setPicking(next)
    if (!range) return
    onChange(place === undefined ? [...ranges, range] : ranges.map((one, index) => (index === place ? range : one)))
  }
  /** The buttons disappear with the picking, so the calendar gets the focus. */
  function andBack(next: Picking) {
    setPicking(next)
    calendar.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || picking === NOTHING_PICKED) return
    event.stopPropagation()
    andBack(NOTHING_PICKED)
  }
  function onEndless() {
    if (first === undefined) return
    take(complete(picking, readable, { from: first, to: null }))
    calendar.current?.focus()
  }
  function onRemove() {
    onChange(ranges.filter((_range, index) => index !== picking.place))
    andBack(NOTHING_PICKED)
  }

  return (
    <section className={recordStyles.section}>
      <h2>Days it may be used</h2>
      {ranges.length === 0 && <p className={recordStyles.remark}>No dates – it can be used every day.</p>}
      <RangeRows
        ranges={ranges}
        errorOf={errorOf}
        onChange={(next) => {
          setPicking(NOTHING_PICKED)
          onChange(next)
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works anywhere inside. */}
      <div className={styles.calendarPlace} onKeyDown={onKeyDown}>
        <PickingBar
          picking={picking}
          chosen={chosen}
          onEndless={onEndless}
          onReplace={() => andBack({ ...picking, isReplacing: true })}
          onRemove={onRemove}
          onCancel={() => andBack(NOTHING_PICKED)}
        />
        <YearCalendar
          label="Calendar of the active dates"
          handle={calendar}
          ranges={readable}
          chosen={chosen}
          previewOf={first === undefined ? undefined : (day: Day) => rangeBetween(first, day)}
          onPick={(day) => take(pickDay(picking, readable, day))}
        />
      </div>
    </section>
  )
}
