import { Button } from '@mantine/core'
import { useStore } from '../../kit/browser/store.ts'
import { Receipt } from '../../kit/list/receipt.tsx'
import { changeRun, runOf, undoRun, versionsOf } from './change-run.ts'

/** What became of the last change for several clients: who refused and why, and the way to undo it for all of them. */
export function ChangeReceipt({ table }: { readonly table: string }) {
  const run = useStore(changeRun, runOf(table))
  if (!run) return null
  const { done, undone, isUndoing } = run
  const last = undone ?? done
  const refused = last.clients.filter(({ outcome }) => outcome === 'refused')
  return (
    <Receipt isGood={refused.length === 0} onClose={() => changeRun.set(undefined)}>
      <p>{last.message}</p>
      {refused.length > 0 && (
        <ul aria-label="Clients that refused, and why">
          {refused.map(({ client, reason }) => (
            <li key={client}>
              <strong>{client}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
      {!undone && versionsOf(done).length > 0 && (
        <Button variant="default" size="compact-sm" loading={isUndoing} onClick={() => void undoRun(run)}>
          Undo
        </Button>
      )}
    </Receipt>
  )
}
