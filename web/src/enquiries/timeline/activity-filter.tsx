import { Select } from '@mantine/core'
import type { Timeline } from '@despatch/contract/enquiries/timeline/timeline'
import { TIMELINE_KIND_CODES, TIMELINE_KINDS, type TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { formatCount } from '@despatch/domain/money/money'

const ALL = 'all'
/** Hidden until the counts show that the user may see them. */
const RESTRICTED_KINDS: readonly TimelineKind[] = ['invoice', 'claim']

type ActivityFilterProps = {
  /** The chosen kinds; none means all. */
  readonly kinds: readonly TimelineKind[]
  /** Entries by kind; undefined while loading. */
  readonly counts: Timeline['counts'] | undefined
  readonly onChange: (kinds: TimelineKind[]) => void
}

/** Filter of an order's activity by kind. Kinds without entries, and those that the user may not see, are not offered. */
export function ActivityFilter({ kinds, counts, onChange }: ActivityFilterProps) {
  const offered = TIMELINE_KIND_CODES.filter((kind) =>
    counts ? (counts[kind] ?? 0) > 0 || kinds.includes(kind) : !RESTRICTED_KINDS.includes(kind),
  )
  const [kind, another] = kinds
  return (
    <Select
      size="xs"
      w={200}
      aria-label="Show"
      allowDeselect={false}
      // An address may name several kinds.
      placeholder="Several kinds"
      value={another ? null : (kind ?? ALL)}
      onChange={(chosen) => onChange(TIMELINE_KIND_CODES.filter((one) => one === chosen))}
      data={[
        { value: ALL, label: 'All activity' },
        ...offered.map((one) => ({
          value: one,
          label: counts ? `${TIMELINE_KINDS[one]} ${formatCount(counts[one] ?? 0)}` : TIMELINE_KINDS[one],
        })),
      ]}
    />
  )
}
