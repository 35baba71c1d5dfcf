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
  /** What makes one: offered to those who may. */
  readonly add?: { readonly label: string; readonly whyNot: string | undefined; readonly onAdd: () => void } | undefined
}

/** Why a list is empty, and how to get something into it. */
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
