import { FieldChanges } from '../../kit/list/field-changes.tsx'
import { type ChangedAct, changesOf } from './changes.ts'

/** The changes of an act, a line per field. */
export function ChangeList({ act }: { act: ChangedAct }) {
  const changes = changesOf(act)
  return changes.length > 0 && <FieldChanges changes={changes} />
}
