import { Chip, Group } from '@mantine/core'
import type { Timeline } from '@despatch/contract/enquiries/timeline/timeline'
import { TIMELINE_KIND_CODES, TIMELINE_KINDS, type TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { formatCount } from '@despatch/domain/money/money'
import { keptKinds } from './timeline-search.ts'

type TimelineKindsProps = {
  readonly kinds: readonly TimelineKind[]
  /** How many there are of each; undefined until it is known. */
  readonly counts: Timeline['counts'] | undefined
  readonly onChange: (kinds: TimelineKind[]) => void
}

/** Which kinds of entries a timeline shows; none chosen is all. A kind that the order has none of cannot be chosen. */
export function TimelineKinds({ kinds, counts, onChange }: TimelineKindsProps) {
  return (
    <div role="group" aria-label="Show">
      <Chip.Group multiple value={[...kinds]} onChange={(chosen) => onChange(keptKinds(chosen))}>
        <Group gap={6}>
          {TIMELINE_KIND_CODES.map((kind) => (
            <Chip
              key={kind}
              value={kind}
              size="xs"
              radius="sm"
              disabled={counts !== undefined && counts[kind] === 0 && !kinds.includes(kind)}
            >
              {TIMELINE_KINDS[kind]} {counts && formatCount(counts[kind])}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  )
}
