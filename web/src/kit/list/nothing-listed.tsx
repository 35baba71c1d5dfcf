import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { focusFilter } from '../browser/focus.ts'

type NothingListedProps = {
  /** One record of the list: 'user'. */
  readonly noun: string
  readonly isNarrowed: boolean
  readonly onClear: () => void
  /** Shown if no filter is on: what would be here and how to add it. */
  readonly otherwise: ReactNode
  /** Creates a record. Shown only to users who may. */
  readonly add?: { readonly label: string; readonly whyNot: string | undefined; readonly onAdd: () => void } | undefined
}

/** Explains why a list is empty and how to fill it. */
export function NothingListed({ noun, isNarrowed, onClear, otherwise, add }: NothingListedProps) {
  if (!isNarrowed)
    return (
      <>
        <p>{otherwise}</p>
        {add && add.whyNot === undefined && (
          <Button variant="default" size="xs" onClick={add.onAdd}>
            {add.label}
          </Button>
        )}
      </>
    )
  return (
    <>
      <p>No {noun} matches these filters.</p>
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          focusFilter()
          onClear()
        }}
      >
        Clear the filters
      </Button>
    </>
  )
}
