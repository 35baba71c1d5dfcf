import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TableProblem } from '../list/table-states.tsx'

type RecordPeekProps<Answer> = {
  /** Null where there is no such record. */
  readonly query: UseQueryResult<Answer | null>
  readonly noun: string
  readonly goneText: string
  readonly children: (answer: Answer) => ReactNode
}

/** A record in a drawer: waited for, shown, gone, or why it could not be loaded. */
export function RecordPeek<Answer>({ query, noun, goneText, children }: RecordPeekProps<Answer>) {
  const { data, error, refetch } = query
  if (data) return children(data)
  if (data === null) return <p>{goneText}</p>
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  return <Skeleton height={320} aria-label={`Loading the ${noun}`} />
}
