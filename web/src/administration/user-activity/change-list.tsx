import { FieldChanges } from '../../kit/list/field-changes.tsx'
import { type ChangedAct, changesOf } from './changes.ts'

/** What an act changed, before and after, a line a field. */
export function ChangeList({ act }: { act: ChangedAct }) {
  const changes = changesOf(act)
  return changes.length > 0 && <FieldChanges changes={changes} />
}
