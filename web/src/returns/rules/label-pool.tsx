import { Button, FileButton, TextInput } from '@mantine/core'
import { MAX_LABELS, returnLabels } from '@despatch/contract/returns/rules/return-labels'
import { formatCount } from '@despatch/domain/money/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { readLabels } from './read-labels.ts'
import styles from './returns.module.css'

const KEY = ['return-labels'] as const
/** Fewer than that are told as few. */
const FEW = 20

type LabelPoolProps = {
  readonly pool: string
  readonly error: unknown
  readonly onChange: (pool: string) => void
}

/** The pool that an option's labels come from: how many are left, and more of them from a file. */
export function LabelPool({ pool, error, onChange }: LabelPoolProps) {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(returnLabels.list, {}, { signal }),
  })
  const [problem, setProblem] = useState('')
  const name = pool.trim()
  const add = useMutation({
    mutationFn: (file: File) => addLabels(name, file),
    onSuccess: (message) => notify.success(message),
    onError: (failure) => setProblem(messageOf(failure)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
  const kept = data?.pools.find((one) => one.pool === name)
  const left = kept?.free ?? 0
  return (
    <>
      <TextInput
        mt="sm"
        data-path="gives.pool"
        label="Pool of labels"
        description="Each return takes the next label of the pool. Its shopper sees it on the page and in the email."
        value={pool}
        error={typeof error === 'string' && error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {name !== '' && data && (
        <p className={styles.lead} role="status">
          {left === 0
            ? 'No labels are left. Shoppers are told that theirs comes by email, and the Returns Portal names returns without one.'
            : `${formatCount(left)} ${left === 1 ? 'label is' : 'labels are'} left${left < FEW ? ': add more soon' : ''}.`}
          {kept && kept.taken > 0 && ` ${formatCount(kept.taken)} given out.`}
          {kept &&
            kept.voided > 0 &&
            ` ${formatCount(kept.voided)} void, because their returns were cancelled: ask the carrier to credit them.`}
        </p>
      )}
      <p className={styles.lead}>
        A CSV file with a label number in each row, and after it the https link to print it from, if there is one.
      </p>
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
      {problem !== '' && <p role="alert">{problem}</p>}
    </>
  )
}

/** Adds the labels of a file, some at a time; the same file again adds none. */
async function addLabels(pool: string, file: File): Promise<string> {
  const labels = readLabels(await file.text())
  if (labels.length === 0) throw new Error('There is no label number in this file. Choose another file.')
  const done = { added: 0, known: 0 }
  for (let from = 0; from < labels.length; from += MAX_LABELS) {
    const { added, known } = await call(returnLabels.add, {
      body: { pool, labels: labels.slice(from, from + MAX_LABELS) },
    })
    done.added += added
    done.known += known
  }
  const known = done.known === 0 ? '' : ` ${formatCount(done.known)} were there already.`
  return `${formatCount(done.added)} labels added.${known}`
}
