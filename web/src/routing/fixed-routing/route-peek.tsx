import { Button } from '@mantine/core'
import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import type { FactsByName } from '../../kit/record/record-facts.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { everyRegion, methodText, rowTitle, categoryCarrierText, whereText } from './route-columns.tsx'

type RoutePeekProps = {
  readonly row: CategoryDetailRow | undefined
  readonly whyNot: string | undefined
  readonly onClose: () => void
  readonly onEdit: (row: CategoryDetailRow) => void
}

const isHeld = ({ customPreferenceID }: CategoryDetailRow) => customPreferenceID !== ''

/** A preview of a product or category with its route. */
export function RoutePeek({ row, whyNot, onClose, onEdit }: RoutePeekProps) {
  return (
    <PeekDrawer of={row} title={rowTitle} onClose={onClose}>
      {(shown) => (
        <>
          <PeekHead
            actions={
              <>
                <DisabledReason reasons={[whyNot]} />
                <Button size="xs" data-autofocus disabled={whyNot !== undefined} onClick={() => onEdit(shown)}>
                  {isHeld(shown) ? 'Change…' : 'Hold it…'}
                </Button>
              </>
            }
            facts={factsOf(shown)}
          />
          {isHeld(shown) && everyRegion(shown) !== whereText(shown) && (
            <RecordSection title="Regions">{everyRegion(shown)}</RecordSection>
          )}
          {isHeld(shown) && <FindingsOf kinds={['fixed-route']} of={shown.customPreferenceID} />}
        </>
      )}
    </PeekDrawer>
  )
}

const factsOf = (row: CategoryDetailRow): FactsByName => ({
  Description: row.Item_Description,
  ...(isHeld(row)
    ? {
        Carrier: row.carrierName,
        Service: row.service,
        Method: methodText(row),
        Regions: whereText(row),
        'First day': row.startDate === null ? 'From now on' : formatDayShort(row.startDate),
        'Last day': row.endDate === null ? 'Without end' : formatDayShort(row.endDate),
      }
    : { Carrier: `${categoryCarrierText(row)}${row.heldByCategory === '' ? ' – the cheapest eligible method' : ''}` }),
  Category: row.category,
  Route: row.customPreferenceID,
})
