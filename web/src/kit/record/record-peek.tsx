import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TableProblem } from '../list/table-states.tsx'

type RecordPeekProps<Answer> = {
  /** Its data is null if no such record exists. */
  readonly query: UseQueryResult<Answer | null>
  readonly noun: string
  readonly goneText: string
  readonly children: (answer: Answer) => ReactNode
}

/** A record in a drawer: its content, or that it is loading, is gone, or could not be loaded. */
export function RecordPeek<Answer>({ query, noun, goneText, children }: RecordPeekProps<Answer>) {
  const { data, error, refetch } = query
  if (data) return children(data)
  if (data === null) return <p>{goneText}</p>
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  return <Skeleton height={320} aria-label={`Loading the ${noun}`} />
}
