import type { ReturnItem } from '@despatch/contract/returns/rules/return-item'
import { Status } from '../../kit/list/columns/cells.tsx'

const TITLES = { added: 'Added', changed: 'Changed', removed: 'Deleted' } as const

/** Whether an item is in force, or changed in the draft. */
export function ItemDraft({ draft, active, isOvertaken }: Pick<ReturnItem, 'draft' | 'active' | 'isOvertaken'>) {
  if (draft !== null && isOvertaken) return <Status meaning="bad">{`${TITLES[draft]}, but published since`}</Status>
  if (draft !== null)
    return <Status meaning={draft === 'removed' ? 'bad' : 'attention'}>{`${TITLES[draft]}, not published`}</Status>
  return <Status meaning={active ? 'good' : 'neutral'}>{active ? 'Active' : 'Not active'}</Status>
}
