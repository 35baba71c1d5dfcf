import type { OrdersFeedPreview, RowFeedPreview } from '@despatch/contract/feeds/feeds'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { type Feed, FEED_FIELDS, type FeedField } from '@despatch/domain/feeds/feed-fields'
import { formatCount } from '@despatch/domain/money/money'
import { Status, ListDay } from '../kit/list/columns/cells.tsx'
import { FileRows } from '../kit/list/file-rows.tsx'
import { momentText } from '../kit/list/columns/moment-text.ts'
import fileStyles from '../kit/form/file.module.css'
import { fieldTitle } from './feed-text.ts'

type FeedPreviewProps = { readonly feed: Feed; readonly look: OrdersFeedPreview | RowFeedPreview }

/** How a checked file would be read: its dates, first rows, unknown SKUs and past orders. */
export function FeedPreview({ feed, look }: FeedPreviewProps) {
  const { dates, rows } = look
  return (
    <>
      {rows.length > 0 && <FirstRows feed={feed} rows={rows} />}
      {dates.length > 0 && <Dates dates={dates} />}
      {'pastOrders' in look && look.pastOrders.count > 0 && <PastOrders past={look.pastOrders} />}
      {'unknownSkus' in look && look.unknownSkus.length > 0 && <UnknownSkus skus={look.unknownSkus} />}
    </>
  )
}

function Dates({ dates }: { dates: OrdersFeedPreview['dates'] }) {
  return (
    <>
      <h2>Date formats</h2>
      <div className={fileStyles.scroll}>
        <table className={fileStyles.table} aria-label="Date formats">
          <tbody>
            {dates.map(({ field, column, text, isAssumed }) => (
              <tr key={field}>
                <td className={`${fileStyles.value} ${fileStyles.word}`}>{column}</td>
                <td width="100%">{isAssumed ? <Status meaning="attention">{text}</Status> : text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function PastOrders({ past: { count, first } }: { past: OrdersFeedPreview['pastOrders'] }) {
  return (
    <>
      <h2>Orders dated in the past</h2>
      <p className={fileStyles.remark}>
        {count === 1
          ? 'The despatch date of 1 new order has'
          : `The despatch dates of ${formatCount(count)} new orders have`}{' '}
        passed, so they are not allocated.
        {count > first.length && ` The first ${formatCount(first.length)} are listed.`}
      </p>
      <FileRows label="Orders dated in the past" titles={[['Order number'], ['Despatch date']]} rows={first}>
        {({ orderNumber, despatchDate }) => (
          <>
            <td className={fileStyles.value}>{orderNumber}</td>
            <td>
              <ListDay day={despatchDate} />
            </td>
          </>
        )}
      </FileRows>
    </>
  )
}

function UnknownSkus({ skus }: { skus: OrdersFeedPreview['unknownSkus'] }) {
  return (
    <>
      <h2>Unknown SKUs</h2>
      <p className={fileStyles.remark}>They are added and marked as unknown on import.</p>
      <FileRows label="Unknown SKUs" titles={[['SKU'], ['Description'], ['Rows', fileStyles.number]]} rows={skus}>
        {({ SKU, description, rows }) => (
          <>
            <td className={fileStyles.value}>{SKU}</td>
            <td>{description}</td>
            <td className={fileStyles.number}>{formatCount(rows)}</td>
          </>
        )}
      </FileRows>
    </>
  )
}

/** The first rows, with the fields that any of them fills. */
function FirstRows({ feed, rows }: { feed: Feed; rows: OrdersFeedPreview['rows'] }) {
  const fields: readonly FeedField[] = FEED_FIELDS[feed].fields
  const filledFields = fields.filter((field) => rows.some(({ fields }) => fields[field] !== undefined))
  return (
    <>
      <h2>First rows as imported</h2>
      <FileRows
        label="First rows as imported"
        titles={[['Verdict'], ...filledFields.map((field) => [fieldTitle(feed, field)] as const)]}
        rows={rows}
      >
        {({ is, reason, fields }) =>
          Object.keys(fields).length === 0 ? (
            <td colSpan={filledFields.length + 1}>
              <Verdict is={is} /> {reason}
            </td>
          ) : (
            <>
              <td title={reason || undefined}>
                <Verdict is={is} />
              </td>
              {filledFields.map((field) => (
                <td key={field} className={isDate(fields[field]) ? fileStyles.word : undefined}>
                  {fieldText(fields[field] ?? '')}
                </td>
              ))}
            </>
          )
        }
      </FileRows>
    </>
  )
}

function Verdict({ is }: { is: OrdersFeedPreview['rows'][number]['is'] }) {
  if (is === 'taken') return <Status meaning="good">Taken</Status>
  return is === 'refused' ? <Status meaning="bad">Rejected</Status> : <Status meaning="neutral">Skipped</Status>
}

function fieldText(text: string): string {
  // Show the day even for today, because how the day was read matters here.
  if (INSTANT.test(text)) return momentText(new Date(text), new Date(0))
  return DAY.test(text) ? formatDayShort(text) : text
}

const isDate = (text = '') => INSTANT.test(text) || DAY.test(text)

/** Instants and days in the server's format. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
