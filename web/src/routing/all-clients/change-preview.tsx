import { Alert, Loader } from '@mantine/core'
import type { PreviewedClient } from '@despatch/contract/routing/all-clients/all-clients'
import { FieldChanges } from '../../kit/list/field-changes.tsx'
import fileStyles from '../../kit/form/file.module.css'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { fieldChanges } from '../rule-book/rule-book-text.ts'
import styles from './all-clients.module.css'

type ChangePreviewProps = {
  readonly clients: readonly PreviewedClient[] | undefined
  readonly isLoading: boolean
}

/** Shows the effect of a change by client: current and new values, refusals with reasons, and warnings. */
export function ChangePreview({ clients, isLoading }: ChangePreviewProps) {
  if (isLoading) return <Loader size="sm" mt="sm" aria-label="Loading changes" />
  if (!clients) return null
  const warned = clients.filter(({ warnings }) => warnings.length > 0)
  return (
    <>
      {warned.length > 0 && (
        <Alert color="attention" variant="light" mt="sm" title="Check these" role="alert">
          <ul>
            {warned.flatMap(({ client, warnings }) =>
              warnings.map((warning) => (
                <li key={`${client} ${warning}`}>
                  <strong>{client}</strong>: {warning}
                </li>
              )),
            )}
          </ul>
        </Alert>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must work by keyboard. */}
      <div className={styles.preview} tabIndex={0} role="region" aria-label="Changes">
        <table className={fileStyles.table} aria-label="Changes by client">
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col">Now → after</th>
            </tr>
          </thead>
          <tbody>
            {clients.map((one) => (
              <tr key={one.client}>
                <th scope="row">{one.client}</th>
                <td>
                  <Outcome {...one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Outcome({ client, outcome, reason, items }: PreviewedClient) {
  const currency = useCurrency(client)
  if (outcome === 'refused') return <span className={styles.refused}>Not changed: {reason}</span>
  if (outcome === 'same') return 'No change needed.'
  return items.map((item) => (
    <div key={`${item.kind} ${item.key}`}>
      <strong>{item.name === item.key ? item.key : `${item.name} (${item.key})`}</strong>
      <FieldChanges changes={fieldChanges(item, [], currency)} />
    </div>
  ))
}
