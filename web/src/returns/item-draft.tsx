import type { ReturnItem } from '@despatch/contract/returns/return-item'
import { Status } from '../kit/list/columns/cells.tsx'

const WORDS = { added: 'Added', changed: 'Changed', removed: 'Deleted' } as const

/** Whether an item is in force as it stands, or only in the draft. */
export function ItemDraft({ draft, active }: Pick<ReturnItem, 'draft' | 'active'>) {
  if (draft !== null)
    return <Status meaning={draft === 'removed' ? 'bad' : 'attention'}>{`${WORDS[draft]}, not published`}</Status>
  return <Status meaning={active ? 'good' : 'neutral'}>{active ? 'Active' : 'Not active'}</Status>
}
