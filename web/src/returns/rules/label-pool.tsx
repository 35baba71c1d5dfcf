import { Autocomplete, Button, FileButton, Group } from '@mantine/core'
import { MAX_RETURNS_LABELLED, MAX_LABELS, returnLabels } from '@despatch/contract/returns/rules/return-labels'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { labelsAddedText } from '@despatch/domain/returns/rules/labels-added'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { csvText } from '../../kit/browser/csv-text.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { FEW_LABELS, labelPools, poolsChanged } from './label-pools.ts'
import { readLabels } from './read-labels.ts'
import styles from './returns.module.css'

type Pool = RouteAnswer<typeof returnLabels.list>['pools'][number]
type LabelPoolProps = {
  readonly pool: string
  readonly error: unknown
  readonly onChange: (pool: string) => void
}

/** The label pool of an option: how many are left, and adding more from a file. */
export function LabelPool({ pool, error, onChange }: LabelPoolProps) {
  const { data } = useQuery(labelPools)
  const [problem, setProblem] = useState('')
  const name = pool.trim()
  const add = useMutation({
    mutationFn: (file: File) => addLabels(name, file),
    onSuccess: (message) => notify.success(message),
    onError: (failure) => setProblem(messageOf(failure)),
    onSettled: poolsChanged,
  })
  const current = data?.pools.find((one) => one.pool === name)
  return (
    <>
      <Autocomplete
        mt="sm"
        data-path="gives.pool"
        label="Label pool"
        description="Each return uses the next label. The customer sees it on the page and in the email."
        data={data?.pools.map((one) => one.pool) ?? []}
        maxLength={50}
        value={pool}
        error={typeof error === 'string' && error}
        onChange={onChange}
      />
      {name !== '' && data && (
        <p className={styles.lead} role="status">
          {poolText(current)}
        </p>
      )}
      <p className={styles.lead}>A CSV file with a label number and an optional https print link in each row.</p>
      <Group gap="xs">
        <FileButton
          accept=".csv,text/csv,text/plain"
          onChange={(file) => {
            setProblem('')
            if (file) add.mutate(file)
          }}
        >
          {(props) => (
            <Button {...props} variant="default" size="compact-sm" disabled={name === ''} loading={add.isPending}>
              Add labels from a file
            </Button>
          )}
        </FileButton>
        {current && current.free > 0 && <RemoveUnusedLabels pool={current} />}
      </Group>
      {problem !== '' && <p role="alert">{problem}</p>}
    </>
  )
}

function poolText(current: Pool | undefined): string {
  if (!current) return 'This pool is new. Add its labels below.'
  const parts = [leftText(current.free)]
  if (current.taken > 0) parts.push(`${formatCount(current.taken)} used.`)
  if (current.voided > 0)
    parts.push(
      `${formatCount(current.voided)} void, because ${current.voided === 1 ? 'its return was' : 'their returns were'} cancelled: ask the carrier to credit ${current.voided === 1 ? 'it' : 'them'}.`,
    )
  return parts.join(' ')
}

function leftText(left: number): string {
  if (left === 0) return 'No labels left. Customers are emailed theirs as soon as you add more.'
  return `${formatCount(left)} ${left === 1 ? 'label is' : 'labels are'} left${left < FEW_LABELS ? '. Add more soon' : ''}.`
}

/** Removes unused labels, for example of a wrong file. */
function RemoveUnusedLabels({ pool: { pool, free } }: { readonly pool: Pool }) {
  const [isConfirming, setConfirming] = useState(false)
  const what = free === 1 ? 'the 1 label that is' : `the ${formatCount(free)} labels that are`
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setConfirming(true)}>
        Remove unused labels
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Remove ${what} left in ${pool}?`}
        confirmLabel="Remove"
        isDangerous
        onConfirm={() => call(returnLabels.remove, { query: { pool } })}
        onDone={({ message }) => {
          notify.success(message)
          void poolsChanged()
        }}
        onClose={() => setConfirming(false)}
      >
        <p>Labels already used by returns stay valid. You can add removed labels again from a file.</p>
      </ConfirmDialog>
    </>
  )
}

/** Adds the labels of a file in batches. Sending the file again adds none. */
async function addLabels(pool: string, file: File): Promise<string> {
  const read = readLabels(await csvText(file))
  if ('problem' in read) throw new Error(read.problem)
  const labels = [...new Map(read.labels.map((label) => [label.number, label])).values()]
  const done = { added: 0, known: 0, given: 0 }
  for (let from = 0; from < labels.length; from += MAX_LABELS) {
    const body = { pool, labels: labels.slice(from, from + MAX_LABELS) }
    const first = await call(returnLabels.add, { body })
    done.added += first.added
    done.known += first.known
    done.given += first.given
    // If more returns wait than one call serves, sending the same labels again serves the next.
    for (let last = first.given; last === MAX_RETURNS_LABELLED;) {
      const { given } = await call(returnLabels.add, { body })
      done.given += given
      last = given
    }
  }
  return labelsAddedText(done)
}
