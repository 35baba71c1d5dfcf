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
}

/** Explains why a list is empty. The button that fills it is beside the title. */
export function NothingListed({ noun, isNarrowed, onClear, otherwise }: NothingListedProps) {
  if (!isNarrowed) return <p>{otherwise}</p>
  return (
    <>
      <p>No {noun} matches these filters.</p>
      <Button
        variant="default"
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
