import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { ReferenceMatches } from '../reference-matches.tsx'

/** As few letters lead to too much. */
const MIN_TYPED = 3
const TYPING_MS = 150

/** What a text leads to: orders by any reference, by name, phone or address, and invoices. */
export const foundByText = (text: string) =>
  queryOptions({
    queryKey: ['enquiries', 'reference', text],
    queryFn: ({ signal }) => call(enquiries.reference, { query: { text } }, { signal }),
    staleTime: 10_000,
  })

/** What is found while someone types: what was found before stays until the next is there. */
export function FoundAsTyped({ text }: { readonly text: string }) {
  const [typed] = useDebouncedValue(text.trim().replaceAll(/\s+/g, ' '), TYPING_MS)
  const isLongEnough = typed.length >= MIN_TYPED
  const { data, error, isPlaceholderData } = useQuery({
    ...foundByText(typed),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // What is shown is of the text that it was found by, though the next one has been typed.
  const [answered, setAnswered] = useState(typed)
  if (data && !isPlaceholderData && answered !== typed) setAnswered(typed)
  if (!isLongEnough) return null
  if (error) return <p>What was typed could not be looked for: {messageOf(error)} Press Search to try again.</p>
  if (!data) return null
  if (data.tookItFor.length === 0) return <p>Nothing is found by “{answered}” yet.</p>
  return <ReferenceMatches asked={answered} found={data} />
}
