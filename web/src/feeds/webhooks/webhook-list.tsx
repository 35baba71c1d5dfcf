import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Webhook } from '@despatch/contract/feeds/webhooks/webhooks'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { clientColumn } from '../../kit/list/clients-list.tsx'
import type { Columns } from '../../kit/list/features.ts'
import { addressFor } from '../../kit/navigation/screen-address.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { NEW_WEBHOOK, webhookAddress } from './addresses.ts'
import { RemoveWebhooksDialog } from './remove-webhooks-dialog.tsx'
import { WEBHOOK_COLUMNS } from './webhook-columns.tsx'
import { fetchWebhooks, type ListSearch, listShape } from './webhook-queries.ts'

const COLUMNS_OF_ALL: Columns<Webhook> = [...clientColumn<Webhook>(), ...WEBHOOK_COLUMNS]

const rowId = ({ _id }: Webhook) => _id

type WebhookListProps = {
  readonly title: string
  /** Shows the webhooks of all clients, which open for their client. */
  readonly isOfAll?: boolean
}

/** Webhooks of a client, or of all, with their status. */
export function WebhookList({ title, isOfAll = false }: WebhookListProps) {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(listShape)
  const [isDeleting, deleteDialog] = useDisclosure()
  const whyNot = useEditDisabledReason('feeds.webhooks')
  const { search: text, sort, order } = search
  const query = { search: text, sort, order }
  const fetchPage = (page: number, limit: number, signal: AbortSignal) => fetchWebhooks(query, page, limit, signal)
  const list = usePagedList<Webhook>({
    queryKey: ['webhooks', 'list', query],
    place: search,
    onPlace: (place) => change(place as Partial<ListSearch>),
    fetchPage,
    rowId,
  })
  return (
    <ListScreen
      name="webhooks"
      title={title}
      noun={['webhook', 'webhooks']}
      columns={isOfAll ? COLUMNS_OF_ALL : WEBHOOK_COLUMNS}
      list={list}
      fetchRows={(...args) => fetchPage(...args).then(({ rows }) => rows)}
      add={{ label: 'Create webhook', whyNot, onAdd: () => goTo(webhookAddress(NEW_WEBHOOK)) }}
      filters={
        <SearchField label="Name or address" value={text} onChange={(wanted) => change({ search: wanted, page: 1 })} />
      }
      narrowed={{ isNarrowed: text !== '', onClear: () => change({ search: '', page: 1 }) }}
      {...(!isOfAll && {
        actions: (
          <Button size="compact-sm" variant="default" disabled={whyNot !== undefined} onClick={deleteDialog.open}>
            Delete…
          </Button>
        ),
      })}
      empty="No webhooks yet. A webhook notifies another system when something happens to orders and parcels. Add one with ‘Create webhook’."
      onOpen={({ _id, client }) => goTo(addressFor(client, webhookAddress(_id)))}
    >
      <RemoveWebhooksDialog
        webhooks={list.selected}
        opened={isDeleting}
        onClose={deleteDialog.close}
        onDeleted={list.clear}
      />
    </ListScreen>
  )
}
