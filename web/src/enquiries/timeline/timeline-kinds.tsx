import { Chip, Group } from '@mantine/core'
import type { Timeline } from '@despatch/contract/enquiries/timeline/timeline'
import { TIMELINE_KIND_CODES, TIMELINE_KINDS, type TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { formatCount } from '@despatch/domain/money/money'
import { keptKinds } from './timeline-search.ts'

/** Until the counts say whether one may see them. */
const NOT_FOR_ALL: readonly TimelineKind[] = ['invoice', 'claim']

type TimelineKindsProps = {
  readonly kinds: readonly TimelineKind[]
  /** How many there are of each; undefined until it is known. */
  readonly counts: Timeline['counts'] | undefined
  readonly onChange: (kinds: TimelineKind[]) => void
}

/**
 * Which kinds of entries a timeline shows; none chosen is all. A kind that the order has none of cannot be chosen, and one
 * that is not counted, because one may not see it, is not offered.
 */
export function TimelineKinds({ kinds, counts, onChange }: TimelineKindsProps) {
  const offered = TIMELINE_KIND_CODES.filter((kind) =>
    counts ? counts[kind] !== undefined : !NOT_FOR_ALL.includes(kind),
  )
  return (
    <div role="group" aria-label="Show">
      <Chip.Group multiple value={[...kinds]} onChange={(chosen) => onChange(keptKinds(chosen))}>
        <Group gap={6}>
          {offered.map((kind) => (
            <Chip
              key={kind}
              value={kind}
              size="xs"
              radius="sm"
              disabled={counts !== undefined && counts[kind] === 0 && !kinds.includes(kind)}
            >
              {TIMELINE_KINDS[kind]} {counts && formatCount(counts[kind] ?? 0)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  )
}
