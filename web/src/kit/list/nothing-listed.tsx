import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { focusFilter } from '../browser/focus.ts'

type NothingListedProps = {
  /** What the list is of, one of them: 'user'. */
  readonly noun: string
  readonly isNarrowed: boolean
  readonly onClear: () => void
  /** What would be here without any filter, and how to get it. */
  readonly otherwise: ReactNode
}

/** Why a list is empty, and how to get something into it. */
export function NothingListed({ noun, isNarrowed, onClear, otherwise }: NothingListedProps) {
  if (!isNarrowed) return <p>{otherwise}</p>
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
