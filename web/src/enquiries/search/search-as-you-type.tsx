import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { ReferenceMatches } from '../reference-matches.tsx'

/** Shorter texts match too much. */
const MIN_TYPED = 3
const TYPING_MS = 150

/** Matches of a text among a client's orders (by reference, name, phone or address) and invoices. */
export const referenceSearch = (text: string, client = session.client()) =>
  queryOptions({
    queryKey: ['enquiries', 'reference', client, text],
    queryFn: ({ signal }) => call(enquiries.reference, { query: { text } }, { signal, client }),
    staleTime: 10_000,
  })

/** Results while typing; the previous ones stay until new ones arrive. */
export function SearchAsYouType({ text }: { readonly text: string }) {
  const [typed] = useDebouncedValue(text.trim().replaceAll(/\s+/g, ' '), TYPING_MS)
  const isLongEnough = typed.length >= MIN_TYPED
  const { data, error, isPlaceholderData } = useQuery({
    ...referenceSearch(typed),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // The results may belong to an earlier text than the field shows.
  const [answered, setAnswered] = useState(typed)
  if (data && !isPlaceholderData && answered !== typed) setAnswered(typed)
  if (!isLongEnough) return null
  if (error) return <p>Search failed: {messageOf(error)} Press Search to try again.</p>
  if (!data) return null
  if (data.tookItFor.length === 0) return <p>Nothing is found by “{answered}” yet.</p>
  return <ReferenceMatches searchText={answered} found={data} />
}
