import type { ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { ClientsList, type OfClient } from '../../kit/list/clients-list.tsx'
import type { Columns } from '../../kit/list/features.ts'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { fetchReasonsOf } from '../rules/returns-queries.ts'

type Reason = ReturnItemOf<'reason'>

const ADDRESS = entryOf('returnsPortalControl.returnReasonCodes').path

type ReasonsOfAllProps = { readonly title: string; readonly columns: Columns<Reason> }

/** The reason codes of all clients. */
export const ReasonsOfAll = ({ title, columns }: ReasonsOfAllProps) => (
  <ClientsList<Reason & OfClient>
    title={title}
    name="return-reasons-of-all"
    noun={['reason code', 'reason codes']}
    queryKey={['returns-book', 'reasons']}
    fetchOf={fetchReasonsOf}
    // Columns of a code apply to a code with its client too.
    columns={columns as Columns<object> as Columns<Reason & OfClient>}
    rowId={({ _id }) => _id}
    searchLabel="Client, code or title"
    searched={({ code, title: name }) => [code, name]}
    addressOf={() => ADDRESS}
    empty="No reason codes yet. Open a client’s screen to add some."
  />
)
