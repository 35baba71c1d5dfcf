import { Alert, Button, SegmentedControl, Table } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ConflictField } from './conflict.ts'

type VersionConflictProps = {
  /** What was changed, for people: 'role'. */
  readonly noun: string
  readonly fields: readonly ConflictField[]
  /** What they did, in words, where that is known. */
  readonly done: readonly string[]
  /** What is said where there are no fields to choose between. */
  readonly agreement: string
  /** Takes the fields in which the other's values are to stand. */
  readonly onChosen: (theirs: ReadonlySet<string>) => void
}

/**
 * What someone else has changed meanwhile, field by field, and which of the two stands. What one has not changed oneself
 * is the other's unless one says otherwise.
 */
export function VersionConflict({ noun, fields, done, agreement, onChosen }: VersionConflictProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ isBoth }) => !isBoth).map(({ name }) => name)),
  )
  const panel = useRef<HTMLDivElement>(null)
  // One may have saved from far down the form.
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
      title={`Someone else has changed ${/[^s]s$/.test(noun) ? 'these' : 'this'} ${noun} meanwhile`}
    >
      {done.length > 0 && (
        <ul aria-label="What they did">
          {done.map((text, index) => (
            // What was done twice reads alike.
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
      {fields.length === 0 ? (
        <p>{agreement}</p>
      ) : (
        <Table aria-label="Changed meanwhile" mb="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Here</Table.Th>
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
                      { value: 'mine', label: 'Here' },
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
