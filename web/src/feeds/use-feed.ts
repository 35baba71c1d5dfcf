import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../kit/notify/notify.ts'
import { isAbort, messageOf } from '../kit/server/api-error.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { refreshEventCodes } from './carrier-event-codes/event-code-queries.ts'
import { refreshFeedRuns } from './runs/feed-run-queries.ts'
import { uploadFeed } from './upload-feed.ts'

/** Sends a file to a feed, to check (true) or to feed it. `isChecked` is true after this file was checked with this mapping. */
export function useFeed(feed: Feed, file: File | null, mapping: string | undefined) {
  const [sent, setSent] = useState(0)
  const [isChecked, setIsChecked] = useState(false)
  const request = useRef<AbortController>(undefined)
  useEffect(() => () => request.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: async (isPreview: boolean) => {
      if (!file) throw new Error('Choose a file first.')
      request.current = new AbortController()
      setSent(0)
      return uploadFeed({ feed, file, mapping, isPreview, signal: request.current.signal, onSent: setSent })
    },
    onSuccess: ({ summary }, isPreview) => {
      if (isPreview) return setIsChecked(true)
      if (summary.read === 0) notify.info(`${file?.name ?? 'The file'} has no rows.`)
      else if (summary.refused > 0) notify.info(`Some rows of ${file?.name ?? 'the file'} were rejected.`)
      else notify.success(`${file?.name ?? 'The file'} was imported.`)
    },
    onSettled: (_fed, _error, isPreview) => {
      if (isPreview) return
      void refreshFeedRuns()
      if (feed === 'delivery-events') void refreshEventCodes()
      if (feed === 'skus') void queryClient.invalidateQueries({ queryKey: ['skus'] })
    },
    onError: (error) => {
      if (!isAbort(error)) notify.danger(messageOf(error))
    },
  })
  return {
    ...mutation,
    sent,
    isChecked,
    cancel: () => request.current?.abort(),
    /** Clears the result, because the file or its mapping changed. */
    reset() {
      setIsChecked(false)
      mutation.reset()
    },
  }
}
