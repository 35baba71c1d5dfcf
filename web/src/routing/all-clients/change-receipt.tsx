import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { useStore } from '../../kit/browser/store.ts'
import { Receipt } from '../../kit/list/receipt.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { useAcknowledgement } from '../prices/use-acknowledgement.tsx'
import { changeRun, type ChangeRun, runOf, undoRun, versionsOf, clientsWithWarnings } from './change-run.ts'
import { clientsText } from './comparison.ts'

/** Shows the outcome of the last change for several clients, with the refusals and a button to undo it for all. */
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
        <ul aria-label="Clients that weren’t changed">
          {refused.map(({ client, reason, warnings = [] }) => (
            <li key={client}>
              <strong>{client}</strong>: {warnings.length > 0 ? warnings.join(' ') : reason}
            </li>
          ))}
        </ul>
      )}
      {!undone && versionsOf(done).length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isUndoing}
          onClick={() => void undoRun(run).catch((error: unknown) => notify.danger(messageOf(error)))}
        >
          Undo
        </Button>
      )}
      {clientsWithWarnings(run).length > 0 && <UndoWithNote run={run} />}
    </Receipt>
  )
}

/** Asks for a note before undoing to prices with warnings. */
function UndoWithNote({ run }: { readonly run: ChangeRun }) {
  const [isAsking, asking] = useDisclosure()
  // Each change published its own versions.
  const [first] = versionsOf(run.done)
  const name = `undo-change ${first?.client} ${first?.version}`
  const { send, whyNot, field, draft } = useAcknowledgement(name, isAsking, true)
  const warned = clientsWithWarnings(run)
  return (
    <>
      <Button variant="default" size="compact-sm" loading={run.isUndoing} onClick={asking.open}>
        Undo anyway…
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Undo for ${clientsText(warned.length)} anyway?`}
        confirmLabel="Undo anyway"
        isDangerous
        whyNot={whyNot}
        draft={draft}
        onConfirm={() => send((looked) => undoRun(run, looked))}
        onClose={asking.close}
      >
        <ul>
          {warned.map(({ client, warnings = [] }) => (
            <li key={client}>
              <strong>{client}</strong>: {warnings.join(' ')}
            </li>
          ))}
        </ul>
        {field}
      </ConfirmDialog>
    </>
  )
}
