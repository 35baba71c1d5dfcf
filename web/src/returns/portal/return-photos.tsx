import { shoppersPage } from '@despatch/contract/returns/shoppers-page'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { DayText } from '../../kit/list/columns/cells.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { callFile } from '../../kit/server/call.ts'
import { photosOf } from './portal-queries.ts'
import styles from './portal.module.css'
import { dayOf } from '@despatch/domain/calendar/day'

type ReturnPhotosProps = {
  readonly clientCode: string
  readonly reference: string
  /** Item names by line number. */
  readonly items: ReadonlyMap<number, string>
}

/** Photos that a shopper sent with a return; each opens in full. Hidden if there are none. */
export function ReturnPhotos({ clientCode, reference, items }: ReturnPhotosProps) {
  const { data: photos = [], error, refetch } = useQuery(photosOf(clientCode, reference))
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  const [first] = photos
  if (!first) return null
  const deletedAt = photos.reduce(
    (soonest, one) => (one.deletedAt < soonest ? one.deletedAt : soonest),
    first.deletedAt,
  )
  return (
    <RecordSection title="Photos">
      <ul className={styles.photos}>
        {photos.map(({ photoId, lineNumber, width, height }, index) => (
          <li key={photoId}>
            <Photo
              client={clientCode}
              photoId={photoId}
              size={{ width, height }}
              text={`Photo ${index + 1}, ${items.get(lineNumber) ?? `line ${lineNumber}`}`}
            />
          </li>
        ))}
      </ul>
      <p className={styles.remark}>
        Kept until <DayText day={dayOf(new Date(deletedAt))} />.
      </p>
    </RecordSection>
  )
}

type PhotoProps = {
  readonly client: string
  readonly photoId: string
  readonly size: { readonly width: number; readonly height: number }
  readonly text: string
}

function Photo({ client, photoId, size, text }: PhotoProps) {
  const { data, isError } = useQuery({
    queryKey: ['return-photo', client, photoId],
    queryFn: ({ signal }) => callFile(shoppersPage.photo, { params: { photoId } }, { client, signal }),
    staleTime: Infinity,
  })
  const url = useObjectUrl(data)
  return (
    <figure className={styles.photo}>
      {url ? (
        <a href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={text} {...size} />
        </a>
      ) : (
        <span>{isError ? 'We couldn’t load this photo.' : 'Loading…'}</span>
      )}
      <figcaption>{text}</figcaption>
    </figure>
  )
}

/** An object URL of a file, revoked when it is no longer shown. */
function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    // The route has no image type, and a browser shows an image in a tab only with one.
    const objectUrl = URL.createObjectURL(new Blob([file], { type: 'image/jpeg' }))
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return url
}
