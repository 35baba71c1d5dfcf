import type { User } from '@despatch/contract/administration/users/user'
import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { StreamingContext } from '../../http/context.ts'
import { type StreamedAnswer, streamAnswer } from '../../http/streamed-answer.ts'
import { db } from '../../database/sql.ts'
import { presentUser } from './present.ts'
import { matching, type UserFilter, usersFrom } from './queries.ts'

const PAGE = 1000

/** Streams all users that match, by username, reading each page in its own short transaction. */
export async function streamAllUsers(
  context: StreamingContext,
  { query }: RouteChecked<typeof routes.all>,
): Promise<StreamedAnswer<RouteAnswer<typeof routes.all>>> {
  return streamAnswer<{ users: User[] }, 'users'>({
    head: {},
    name: 'users',
    items: pagesOf(context, query),
    done: async () => undefined,
  })
}

async function* pagesOf(context: StreamingContext, filter: UserFilter): AsyncGenerator<string> {
  const where = matching(context, filter)
  let after = ''
  for (;;) {
    const page = usersFrom(context, where, after, PAGE).compile(db)
    const rows = await context.database.transaction((transaction) => transaction.rows(page))
    const last = rows.at(-1)
    if (!last) return
    yield (after === '' ? '' : ',') + rows.map((row) => JSON.stringify(presentUser(row))).join(',')
    if (rows.length < PAGE) return
    after = last.search_text
  }
}
