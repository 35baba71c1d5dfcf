import { MomentText } from '../list/columns/cells.tsx'
import parts from './record-parts.module.css'
import { RecordSection } from './record-section.tsx'

type HistoryEvent = { readonly at: string; readonly by: string }
type HistorySectionProps<Event> = { readonly history: readonly Event[]; readonly textOf: (event: Event) => string }

export function HistorySection<Event extends HistoryEvent>({ history, textOf }: HistorySectionProps<Event>) {
  return (
    <RecordSection title="History" empty={history.length === 0 ? 'None yet.' : undefined}>
      <ul className={parts.plain}>
        {history.map((event, index) => (
          <li key={`${event.at} ${index}`}>
            <MomentText at={event.at} />
            {event.by && `, ${event.by}`}: {textOf(event)}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
