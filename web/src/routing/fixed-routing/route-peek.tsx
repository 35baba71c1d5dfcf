import { Button } from '@mantine/core'
import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import styles from './fixed-routing.module.css'
import { everyRegion, methodText, rowTitle, categoryCarrierText, whereText } from './route-columns.tsx'

type RoutePeekProps = {
  readonly row: CategoryDetailRow | undefined
  readonly whyNot: string | undefined
  readonly onClose: () => void
  readonly onEdit: (row: CategoryDetailRow) => void
}

/** A preview of a product or category with its route. */
export function RoutePeek({ row, whyNot, onClose, onEdit }: RoutePeekProps) {
  return (
    <PeekDrawer of={row} title={rowTitle} onClose={onClose}>
      {(shown) => (
        <>
          <dl className={styles.facts}>
            {factsOf(shown).map(([name, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Button size="xs" mb="md" data-autofocus disabled={whyNot !== undefined} onClick={() => onEdit(shown)}>
            {shown.customPreferenceID === '' ? 'Hold it…' : 'Change…'}
          </Button>
          <DisabledReason reasons={[whyNot]} />
          {shown.customPreferenceID !== '' && <FindingsOf kinds={['fixed-route']} of={shown.customPreferenceID} />}
        </>
      )}
    </PeekDrawer>
  )
}

function factsOf(row: CategoryDetailRow): (readonly [name: string, value: string])[] {
  const product = [
    ['Description', row.Item_Description],
    ['Category', row.category],
  ] as const
  const held =
    row.customPreferenceID === ''
      ? ([
          [
            'Carrier',
            `${categoryCarrierText(row)}${row.heldByCategory === '' ? ' – the cheapest eligible method' : ''}`,
          ],
        ] as const)
      : ([
          ['Route', row.customPreferenceID],
          ['Carrier', row.carrierName],
          ['Service', row.service],
          ['Method', methodText(row)],
          ['Regions', whereText(row)],
          ['Each of them', everyRegion(row) === whereText(row) ? '' : everyRegion(row)],
          ['First day', row.startDate === null ? 'From now on' : formatDayShort(row.startDate)],
          ['Last day', row.endDate === null ? 'Without end' : formatDayShort(row.endDate)],
        ] as const)
  return [...product, ...held].filter(([, value]) => value !== '')
}
