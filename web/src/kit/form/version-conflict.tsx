import { Alert, Button, SegmentedControl, Table } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ConflictField } from './conflict.ts'

type VersionConflictProps = {
  /** Noun for the record: 'role'. */
  readonly noun: string
  readonly fields: readonly ConflictField[]
  /** Descriptions of the other user's changes, if known. */
  readonly done: readonly string[]
  /** Shown if there are no fields to choose between. */
  readonly agreement: string
  /** Receives the names of the fields in which the other user's values apply. */
  readonly onChosen: (theirs: ReadonlySet<string>) => void
}

/**
 * Lets the user choose, field by field, between their own changes and another user's. By default the other's value applies to
 * fields that the user has not changed.
 */
export function VersionConflict({ noun, fields, done, agreement, onChosen }: VersionConflictProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ isBoth }) => !isBoth).map(({ name }) => name)),
  )
  const panel = useRef<HTMLDivElement>(null)
  // The user may have saved from far down the form.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'center' })
  }, [])
  function choose(name: string, isTheirs: boolean) {
    const next = new Set(theirs)
    if (isTheirs) next.add(name)
    else next.delete(name)
    setTheirs(next)
  }
  return (
    <Alert
      ref={panel}
      tabIndex={-1}
      data-conflict
      color="attention"
      variant="light"
      mb="md"
      title={`Someone else changed ${/[^s]s$/.test(noun) ? 'these' : 'this'} ${noun}`}
    >
      {done.length > 0 && (
        <ul aria-label="Their changes">
          {done.map((text, index) => (
            // Repeated changes have the same text.
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
      {fields.length === 0 ? (
        <p>{agreement}</p>
      ) : (
        <Table aria-label="Conflicting changes" mb="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Yours</Table.Th>
              <Table.Th>Theirs</Table.Th>
              <Table.Th>Keep</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ name, title, mine, theirs: other }) => (
              <Table.Tr key={name}>
                <Table.Td>{title}</Table.Td>
                <Table.Td>{mine || 'Empty'}</Table.Td>
                <Table.Td>{other || 'Empty'}</Table.Td>
                <Table.Td>
                  <SegmentedControl
                    size="xs"
                    aria-label={`Keep for ${title}`}
                    data={[
                      { value: 'mine', label: 'Yours' },
                      { value: 'theirs', label: 'Theirs' },
                    ]}
                    value={theirs.has(name) ? 'theirs' : 'mine'}
                    onChange={(whose) => choose(name, whose === 'theirs')}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Button size="xs" onClick={() => onChosen(theirs)}>
        Continue
      </Button>
    </Alert>
  )
}
