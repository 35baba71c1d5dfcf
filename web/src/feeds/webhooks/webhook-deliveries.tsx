import { Button, Tabs } from '@mantine/core'
import { type Webhook, type WebhookDelivery, webhooks as calls } from '@despatch/contract/feeds/webhooks/webhooks'
import { formatCount } from '@despatch/domain/money/money'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { SelectionBar } from '../../kit/list/selection/selection-bar.tsx'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { WEBHOOKS } from './addresses.ts'
import { DELIVERY_COLUMNS } from './delivery-columns.tsx'
import { DeliveryPeek } from './delivery-peek.tsx'
import { sendTest } from './send-test.ts'
import { fetchDeliveries, NO_FILTER, type RecordSearch, refreshWebhooks } from './webhook-queries.ts'
import { DELIVERY_EVENTS, DELIVERY_STATES, eventTitle } from './webhook-text.ts'
import styles from './webhooks.module.css'

const rowId = ({ _id }: WebhookDelivery) => _id
const STATUS_OPTIONS = Object.entries(DELIVERY_STATES).map(([value, { word }]) => ({ value, label: word }))
const EVENT_OPTIONS = DELIVERY_EVENTS.map((value) => ({ value, label: eventTitle(value) }))

type WebhookDeliveriesProps = {
  readonly webhook: Webhook
  readonly head: ReactNode
  readonly search: RecordSearch
  readonly onSearch: (change: Partial<RecordSearch>) => void
}

/** The deliveries of a webhook with their outcome, to deliver again. */
export function WebhookDeliveries({ webhook, head, search, onSearch }: WebhookDeliveriesProps) {
  const { _id: id, active, failed } = webhook
  const [peeked, setPeeked] = useState<WebhookDelivery>()
  const whyNot = useEditDisabledReason('feeds.webhooks')
  const { status, event } = search
  const list = usePagedList<WebhookDelivery>({
    queryKey: ['webhooks', 'deliveries', id, { status, event }],
    place: { page: search.page, limit: search.limit, sort: 'at', order: 'desc' },
    onPlace: ({ page, limit }) => onSearch({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage: (page, limit, signal) => fetchDeliveries(id, { status, event }, page, limit, signal),
    rowId,
  })
  const { redelivery, test } = useRedelivery(id, () => {
    list.clear()
    setPeeked(undefined)
  })
  const redeliveryProblem = whyNot ?? (active ? undefined : 'It is switched off.')
  const narrow = (part: Partial<RecordSearch>) => onSearch({ ...part, page: 1 })
  // The server always sorts newest first.
  const { sort: _sort, onSort: _onSort, ...table } = list.table
  return (
    <ListPage
      title={webhook.name}
      backTo={[WEBHOOKS]}
      counted={list.counted(['delivery', 'deliveries'])}
      action={
        <>
          <DisabledReason reasons={[whyNot]} />
          {failed > 0 && (
            <Button
              variant="default"
              disabled={redeliveryProblem !== undefined}
              loading={redelivery.isPending}
              onClick={() => redelivery.mutate('failed')}
            >
              Deliver the {formatCount(failed)} failed deliveries again
            </Button>
          )}
          <Button disabled={whyNot !== undefined} loading={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
        </>
      }
      filters={
        <div className={styles.filters}>
          {head}
          <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => narrow(NO_FILTER)}>
            <ChoiceChip
              name="Status"
              value={status}
              options={STATUS_OPTIONS}
              onChange={(to) => narrow({ status: to as RecordSearch['status'] })}
            />
            <ChoiceChip
              name="Event"
              value={event}
              options={EVENT_OPTIONS}
              onChange={(to) => narrow({ event: to as RecordSearch['event'] })}
            />
          </FilterRow>
        </div>
      }
      foot={
        <>
          <SelectionBar
            selected={list.selected.length}
            hidden={list.hiddenCount}
            total={list.total}
            noun={['delivery', 'deliveries']}
            onClear={list.clear}
          >
            <Button
              size="compact-sm"
              variant="default"
              disabled={redeliveryProblem !== undefined}
              loading={redelivery.isPending}
              onClick={() => redelivery.mutate(list.selected.map(rowId))}
            >
              Deliver again
            </Button>
            <DisabledReason reasons={[redeliveryProblem]} />
          </SelectionBar>
          <TableFoot {...list.foot} />
        </>
      }
    >
      <Tabs.Panel value="deliveries" className={styles.panel ?? ''}>
        <DataTable
          name="webhook-deliveries"
          label="Deliveries, newest first"
          columns={DELIVERY_COLUMNS}
          {...table}
          onOpen={setPeeked}
          onPeek={setPeeked}
          empty={
            <NothingListed
              noun="delivery"
              isNarrowed={isNarrowed(search, NO_FILTER)}
              onClear={() => narrow(NO_FILTER)}
              otherwise="Nothing has been sent yet. Send a test to try it. Deliveries are kept for 30 days."
            />
          }
        />
      </Tabs.Panel>
      <DeliveryPeek
        webhook={id}
        of={peeked && (list.loaded.find(({ _id }) => _id === peeked._id) ?? peeked)}
        whyNot={redeliveryProblem}
        isBusy={redelivery.isPending}
        onRedeliver={({ _id }) => redelivery.mutate([_id])}
        onClose={() => setPeeked(undefined)}
      />
    </ListPage>
  )
}

/** Redelivers deliveries of a webhook, and sends tests. */
function useRedelivery(id: string, onDelivered: () => void) {
  const redelivery = useMutation({
    mutationFn: (deliveries: 'failed' | string[]) => call(calls.redeliver, { params: { id }, body: { deliveries } }),
    onSuccess({ message }) {
      notify.success(message)
      onDelivered()
    },
    onError: (error) => notify.danger(messageOf(error)),
    onSettled: () => refreshWebhooks(),
  })
  const test = useMutation({ mutationFn: () => sendTest(id), onError: (error) => notify.danger(messageOf(error)) })
  const isBusy = test.isPending || redelivery.isPending
  // The disabled button lost the focus.
  useEffect(() => (isBusy ? () => void requestAnimationFrame(restoreFocus) : undefined), [isBusy])
  return { redelivery, test }
}
