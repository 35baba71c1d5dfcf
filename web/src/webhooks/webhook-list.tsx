import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Webhook } from '@despatch/contract/webhooks/webhooks'
import { useRouter } from '@tanstack/react-router'
import { useWhyNotEdit } from '../session/use-may.ts'
import { DataTable } from '../table/data-table.tsx'
import { ExportMenu } from '../table/export-menu.tsx'
import { ListPage } from '../table/list-page.tsx'
import { NothingListed } from '../table/nothing-listed.tsx'
import { SavedViews } from '../table/saved-views.tsx'
import { useScreenSearch } from '../table/screen-search.ts'
import { SearchField } from '../table/search-field.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import { TableFoot } from '../table/table-foot.tsx'
import { usePagedList } from '../table/use-paged-list.ts'
import { WhyNot } from '../table/why-not.tsx'
import { NEW_WEBHOOK, webhookAddress } from './addresses.ts'
import { RemoveWebhooksDialog } from './remove-webhooks-dialog.tsx'
import { WEBHOOK_COLUMNS } from './webhook-columns.tsx'
import { fetchWebhooks, type ListSearch, listShape } from './webhook-queries.ts'

const TABLE = 'webhooks'
const rowId = ({ _id }: Webhook) => _id

/** The webhooks of the client, each with how it does. */
export function WebhookList({ title }: { readonly title: string }) {
  const router = useRouter()
  const [search, change] = useScreenSearch(listShape)
  const [isAsking, asking] = useDisclosure()
  const whyNot = useWhyNotEdit('feeds.webhooks')
  const { search: text, sort, order } = search
  const query = { search: text, sort, order }
  const list = usePagedList<Webhook>({
    queryKey: ['webhooks', 'list', query],
    place: search,
    onPlace: (place) => change(place as Partial<ListSearch>),
    fetchPage: (page, limit, signal) => fetchWebhooks(query, page, limit, signal),
    rowId,
  })
  const go = (id: string) => void router.navigate({ href: webhookAddress(id) })
  return (
    <ListPage
      title={title}
      counted={list.counted(['webhook', 'webhooks'])}
      action={
        <Group gap="xs">
          <ExportMenu
            table={TABLE}
            title={title}
            columns={WEBHOOK_COLUMNS}
            total={list.total}
            fetchRows={(page, size, signal) => fetchWebhooks(query, page, size, signal).then(({ rows }) => rows)}
          />
          <WhyNot reasons={[whyNot]} />
          <Button disabled={whyNot !== undefined} onClick={() => go(NEW_WEBHOOK)}>
            Add webhook
          </Button>
        </Group>
      }
      filters={
        <>
          <SavedViews table={TABLE} />
          <SearchField
            label="Name or address"
            value={text}
            onChange={(wanted) => change({ search: wanted, page: 1 })}
          />
        </>
      }
      foot={
        <>
          <SelectionBar
            selected={list.selected.length}
            total={list.total}
            noun={['webhook', 'webhooks']}
            onClear={list.clear}
          >
            <Button size="compact-sm" variant="default" disabled={whyNot !== undefined} onClick={asking.open}>
              Delete…
            </Button>
          </SelectionBar>
          <TableFoot {...list.foot} />
        </>
      }
    >
      <DataTable
        name={TABLE}
        label={title}
        columns={WEBHOOK_COLUMNS}
        {...list.table}
        onOpen={({ _id }) => go(_id)}
        empty={
          <NothingListed
            noun="webhook"
            isNarrowed={text !== ''}
            onClear={() => change({ search: '', page: 1 })}
            otherwise="There is no webhook yet. A webhook tells another system of orders and parcels as something happens to them; add one with ‘Add webhook’."
          />
        }
      />
      <RemoveWebhooksDialog webhooks={list.selected} opened={isAsking} onClose={asking.close} onDeleted={list.clear} />
    </ListPage>
  )
}
