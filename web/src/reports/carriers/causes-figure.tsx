import type { ExceptionCause } from '@despatch/contract/reports/report-shapes'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { behindMost } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { BarsFigure } from '../bars-figure.tsx'

const MAX_BARS = 12

type CausesFigureProps = {
  readonly causes: readonly ExceptionCause[]
  readonly onOpen: (cause: ExceptionCause) => void
}

/** Delivery exceptions by cause, most frequent first; a bar opens its events. */
export function CausesFigure({ causes, onOpen }: CausesFigureProps) {
  const shown = causes.slice(0, MAX_BARS)
  return (
    <BarsFigure
      title="Delivery exceptions by cause"
      definition={FIGURES.exceptions.definition}
      sentence={behindMost(
        causes.map(({ title, events }) => ({ name: title, value: events })),
        'delivery exceptions',
      )}
      subtitle="Carrier events"
      bars={shown.map(({ title, events }) => ({ name: title, value: events }))}
      figures={{ columns: ['Cause', 'Events'], rows: shown.map(({ title, events }) => [title, formatCount(events)]) }}
      direction="across"
      {...(causes.length > MAX_BARS && { remark: `Top ${MAX_BARS} of ${causes.length} causes.` })}
      onOpen={(at) => {
        const cause = shown[at]
        if (cause) onOpen(cause)
      }}
    />
  )
}
