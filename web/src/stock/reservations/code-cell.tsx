import { useQuery } from '@tanstack/react-query'
import { allocationCodes } from './stock-queries.ts'

/** An allocation code, and whether its stock counts as available. */
export function CodeCell({ code }: { readonly code: string }) {
  const { data } = useQuery(allocationCodes)
  const isApart = data?.some((one) => one.code === code && !one.mayBePromised) ?? false
  return (
    <>
      {code}
      {isApart && ' (not counted)'}
    </>
  )
}
