import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Webhook } from '@despatch/contract/feeds/webhooks/webhooks'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { NEW_WEBHOOK, webhookAddress } from './addresses.ts'
import { RemoveWebhooksDialog } from './remove-webhooks-dialog.tsx'
import { WEBHOOK_COLUMNS } from './webhook-columns.tsx'
import { fetchWebhooks, type ListSearch, listShape } from './webhook-queries.ts'

const rowId = ({ _id }: Webhook) => _id

/** The client's webhooks with their status. */
export function WebhookList({ title }: { readonly title: string }) {
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
  const go = (id: string) => goTo(webhookAddress(id))
  return (
    <ListScreen
      name="webhooks"
      title={title}
      noun={['webhook', 'webhooks']}
      columns={WEBHOOK_COLUMNS}
      list={list}
      fetchRows={(...args) => fetchPage(...args).then(({ rows }) => rows)}
      add={{ label: 'Create webhook', whyNot, onAdd: () => go(NEW_WEBHOOK) }}
      filters={
        <SearchField label="Name or address" value={text} onChange={(wanted) => change({ search: wanted, page: 1 })} />
      }
      narrowed={{ isNarrowed: text !== '', onClear: () => change({ search: '', page: 1 }) }}
      actions={
        <Button size="compact-sm" variant="default" disabled={whyNot !== undefined} onClick={deleteDialog.open}>
          Delete…
        </Button>
      }
      empty="No webhooks yet. A webhook notifies another system when something happens to orders and parcels. Add one with ‘Create webhook’."
      onOpen={({ _id }) => go(_id)}
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
