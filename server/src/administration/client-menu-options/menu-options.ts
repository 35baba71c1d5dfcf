import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { titlesOf } from '@despatch/domain/administration/roles/permissions'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { clientsToChange, noSuchClient, refuseClientUsers, workForClient } from '../clients/queries.ts'
import { refuseOldVersion } from '../clients/update-client.ts'

const LEAVES = menuLeaves().map(({ leaf }) => leaf)

type Options = RouteAnswer<typeof routes.menuOptions>
type OptionsRow = { menu_options: string[] | null; disabled_objects: Record<string, string>; version: number }

/**
 * The menu entries that a client's contract covers, and those that are switched off. Throws an AppError (404) if the
 * client is not the caller's.
 */
export async function readMenuOptions(
  context: Context,
  { query: { client } }: RouteChecked<typeof routes.menuOptions>,
): Promise<Options> {
  await workForClient(context, [client])
  const row = await context.transaction.row(
    db.selectFrom('clients').select(['menu_options', 'disabled_objects', 'version']).where('client_code', '=', client),
  )
  if (!row) throw noSuchClient()
  return presentOptions(client, row)
}

/**
 * Replaces the menu options of a client, from the next call of its users on. Throws an AppError for client users (403),
 * an unknown client (404), an old version (409), and an entry that is switched off twice.
 */
export async function setMenuOptions(
  context: Context,
  { body }: RouteChecked<typeof routes.setMenuOptions>,
): Promise<RouteAnswer<typeof routes.setMenuOptions>> {
  const { transaction, caller } = context
  refuseClientUsers(caller)
  await workForClient(context, [body.client])
  const was = await transaction.row(clientsToChange([body.client]))
  if (!was) throw noSuchClient()
  refuseOldVersion(was, body)
  const entries = body.switchedOff.map(({ entry }) => entry)
  const twice = entries.findIndex((entry, index) => entries.indexOf(entry) !== index)
  if (twice >= 0)
    throw refuseFields([{ path: `switchedOff.${twice}.entry`, message: 'This entry is switched off already' }])

  const covered = LEAVES.filter((leaf) => body.covered.includes(leaf))
  const is: OptionsRow = {
    // Null covers all entries, including those that later releases add.
    menu_options: covered.length === LEAVES.length ? null : covered,
    disabled_objects: Object.fromEntries(body.switchedOff.map(({ entry, reason }) => [entry, reason])),
    version: was.version + 1,
  }
  await transaction.write(
    db
      .updateTable('clients')
      .set({
        menu_options: is.menu_options,
        disabled_objects: JSON.stringify(is.disabled_objects),
        version: sql`version + 1`,
      })
      .where('client_code', '=', body.client),
  )
  await audit(context, {
    clientCode: body.client,
    act: 'client.menu-options-set',
    object: `client ${body.client}`,
    record: `client:${body.client}`,
    ...changedFields(changeText(was, is), changeText(is, was)),
  })
  return { message: DATA_UPDATED, options: presentOptions(body.client, is) }
}

function presentOptions(client: string, { menu_options, disabled_objects, version }: OptionsRow): Options {
  return {
    client,
    version,
    covered: LEAVES.filter((leaf) => !menu_options || menu_options.includes(leaf)),
    switchedOff: LEAVES.filter((leaf) => Object.hasOwn(disabled_objects, leaf)).map((entry) => ({
      entry,
      reason: disabled_objects[entry] ?? '',
    })),
  }
}

/** Titles of the entries that `options` covers and `others` does not, and of those switched off. */
function changeText(options: OptionsRow, others: OptionsRow) {
  const covers = ({ menu_options }: OptionsRow, leaf: LeafPath) => !menu_options || menu_options.includes(leaf)
  const title = (leaf: LeafPath) => titlesOf(leaf).join(' / ')
  return {
    covered: LEAVES.filter((leaf) => covers(options, leaf) && !covers(others, leaf)).map(title),
    switchedOff: LEAVES.filter((leaf) => Object.hasOwn(options.disabled_objects, leaf)).map(
      (leaf) => `${title(leaf)}: ${options.disabled_objects[leaf]}`,
    ),
  }
}
