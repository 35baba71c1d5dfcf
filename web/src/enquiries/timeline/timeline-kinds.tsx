import { Chip, Group } from '@mantine/core'
import type { Timeline } from '@despatch/contract/enquiries/timeline/timeline'
import { TIMELINE_KIND_CODES, TIMELINE_KINDS, type TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { formatCount } from '@despatch/domain/money/money'
import { normaliseKinds } from './timeline-search.ts'

/** Hidden until the counts show that the user may see them. */
const RESTRICTED_KINDS: readonly TimelineKind[] = ['invoice', 'claim']

type TimelineKindsProps = {
  readonly kinds: readonly TimelineKind[]
  /** Entries by kind; undefined while loading. */
  readonly counts: Timeline['counts'] | undefined
  readonly onChange: (kinds: TimelineKind[]) => void
}

/**
 * Filter by kind; no selection means all. Kinds without entries are disabled, and kinds that the user may not see are
 * hidden.
 */
export function TimelineKinds({ kinds, counts, onChange }: TimelineKindsProps) {
  const offered = TIMELINE_KIND_CODES.filter((kind) =>
    counts ? counts[kind] !== undefined : !RESTRICTED_KINDS.includes(kind),
  )
  return (
    <div role="group" aria-label="Show">
      <Chip.Group multiple value={[...kinds]} onChange={(chosen) => onChange(normaliseKinds(chosen))}>
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
