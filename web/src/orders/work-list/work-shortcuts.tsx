import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { workValueLabel } from '../order-choice-chips.tsx'
import { askedBy, type ViewPart as Part, viewsOf } from './work-views.ts'
import {
  isToggled,
  isWithWarehouse,
  OLDEST_PROMISE_FIRST,
  toggled,
  unasked,
  workCounts,
  type WorkOrderKind,
  type WorkOrderSearch,
} from '../commands/work-order-queries.ts'
import styles from './work-shortcuts.module.css'

/** As many carriers can be chosen with one click; the others by the chip. */
const MAX_CARRIERS = 5

type WorkShortcutsProps = {
  readonly kind: WorkOrderKind
  readonly search: WorkOrderSearch
  readonly onChange: (part: Part) => void
}

/** The built-in views of a list of work, and its services and carriers, each with how many there are: one click each. */
export function WorkShortcuts({ kind, search, onChange }: WorkShortcutsProps) {
  const { data } = useQuery(workCounts(kind))
  if (!data) return <div className={styles.row} aria-hidden />
  const valuesOf = (choice: 'carrier' | 'dispatchService') => data.values.filter((one) => one.choice === choice)
  const values = [...valuesOf('dispatchService'), ...valuesOf('carrier').slice(0, MAX_CARRIERS)]
  return (
    <div className={styles.row}>
      <div className={styles.group} role="group" aria-label="Views">
        {viewsOf(kind).map((view) => {
          const { name, of, isUrgent, holds } = view
          const asks = askedBy(view, kind)
          return (
            <Shortcut
              key={name}
              name={name}
              holds={holds}
              count={data.views[of]}
              isUrgent={isUrgent === true && data.views[of] > 0}
              isOn={isShown(search, { status: [...kind.usual], ...asks })}
              onClick={() => onChange({ ...unasked(kind), ...asks, ...OLDEST_PROMISE_FIRST })}
            />
          )
        })}
      </div>
      {values.length > 0 && (
        <div className={styles.group} role="group" aria-label="Services and carriers">
          {values.map((one) => (
            <Shortcut
              key={`${one.choice} ${one.value}`}
              name={workValueLabel(one.choice, one)}
              count={one.count}
              isOn={isToggled(search, one.choice, one.value)}
              onClick={() => onChange(toggled(search, one.choice, one.value))}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether a list shows a view, however it is narrowed by service and carrier. */
function isShown(search: WorkOrderSearch, asks: Part): boolean {
  const { despatch = '', attention = '', noCarrier = '', delay = '', status = [], assignee = [] } = asks
  return (
    search.despatch === despatch &&
    search.attention === attention &&
    search.noCarrier === noCarrier &&
    search.delay === delay &&
    search.assignee.join() === assignee.join() &&
    (assignee.length === 0 || !search.isNot.includes('assignee')) &&
    (isWithWarehouse({ delay }) || search.status.join('') === status.join(''))
  )
}

type ShortcutProps = {
  readonly name: string
  readonly count: number
  readonly isOn: boolean
  readonly isUrgent?: boolean
  readonly holds?: string | undefined
  readonly onClick: () => void
}

function Shortcut({ name, count, isOn, isUrgent = false, holds, onClick }: ShortcutProps) {
  return (
    <button type="button" className={styles.shortcut} aria-pressed={isOn} title={holds} onClick={onClick}>
      {name}{' '}
      <span className={styles.count} data-urgent={isUrgent || undefined}>
        {formatCount(count)}
      </span>
    </button>
  )
}
